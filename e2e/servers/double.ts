/**
 * A small deployment written straight from the API document. It imports nothing from src/ on purpose:
 * a misreading of the document on one side then shows on the other.
 */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { defaultSizes, type ListName, makeRows, type Row, unseenComponents } from './double-data.ts';

interface Documented {
  readonly list: ListName | null;
  readonly version: 'v1' | 'v2';
  readonly limit: boolean;
  readonly region: boolean;
  readonly cacheControl: string | null;
}

/** Part 4, one line per endpoint. */
const documented: Readonly<Record<string, Documented>> = {
  '/api/v2/buckets': listed('buckets', 'v2', 'limit region', 'public, max-age=60'),
  '/api/v1/assets': listed('assets', 'v1', 'limit region', null),
  '/api/v2/regions': listed('regions', 'v2', '', 'public, max-age=300'),
  '/api/v1/regions': listed('regions', 'v1', '', null),
  '/api/v1/applications': listed('applications', 'v1', 'limit', 'public, max-age=60'),
  '/api/v1/nodes': listed('nodes', 'v1', 'limit region', 'public, max-age=60'),
  '/api/v2/nodes': listed('nodes', 'v2', 'limit region', 'public, max-age=60'),
  '/api/v1/status': { list: null, version: 'v1', limit: false, region: false, cacheControl: 'no-store' },
  '/api/v2/status': { list: null, version: 'v2', limit: false, region: false, cacheControl: 'no-store' },
  '/api/v1/events': listed('events', 'v1', 'limit', 'public, max-age=60'),
};

function listed(
  list: ListName,
  version: 'v1' | 'v2',
  parameters: string,
  cacheControl: string | null,
): Documented {
  return {
    list,
    version,
    limit: parameters.includes('limit'),
    region: parameters.includes('region'),
    cacheControl,
  };
}

export const allPaths: readonly string[] = Object.keys(documented);

export const defaultOffered: readonly string[] = [
  '/api/v1/assets',
  '/api/v1/regions',
  '/api/v1/applications',
  '/api/v1/nodes',
  '/api/v1/status',
  '/api/v1/events',
];

export interface DoubleOptions {
  /** Paths that exist; the others are 404. */
  readonly offered?: readonly string[];
  readonly components?: readonly { readonly name: string; readonly status: string }[];
  /** Overall status word. */
  readonly status?: string;
  readonly defaultLimit?: number;
  readonly maximumLimit?: number;
  /** Items per list. */
  readonly sizes?: Partial<Record<ListName, number>>;
  /** Path of the base URL, `/tenant/one`. */
  readonly basePath?: string;
  /** The server's own clock in epoch milliseconds: `updated_at` and `Date`. */
  readonly now?: () => number;
  /** A fixed port, to come back where another double stopped; 0 picks one. */
  readonly port?: number;
}

/** What an endpoint does instead of what the document says. */
export interface Override {
  readonly status?: number;
  /** Added to the documented headers; `null` takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent as it is. */
  readonly body?: string | Uint8Array;
  /** Changes the documented body. */
  readonly edit?: (body: Record<string, unknown>, query: URLSearchParams) => unknown;
  /** Answers nothing until the override is replaced or cleared, then what holds at that moment. */
  readonly hold?: boolean;
  /** Cuts the connection: before the answer, or in the middle of its body. */
  readonly drop?: 'before' | 'midway';
}

interface LoggedRequest {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Real time in epoch milliseconds, whatever the server's own clock says. */
  readonly time: number;
}

export interface Double {
  readonly url: string;
  readonly log: readonly LoggedRequest[];
  set(path: string, override: Override): void;
  /** Back to the document: one endpoint, or all. */
  clear(path?: string): void;
  close(): Promise<void>;
}

type Settings = Required<Omit<DoubleOptions, 'sizes' | 'port'>> & {
  readonly rows: Readonly<Record<string, readonly Row[]>>;
};

export async function startDouble(options: DoubleOptions = {}): Promise<Double> {
  const settings = settingsOf(options);
  const overrides = new Map<string, Override>();
  const held = new Set<() => void>();
  const log: LoggedRequest[] = [];

  function changed(): void {
    const waiting = [...held];
    held.clear();
    for (const again of waiting) again();
  }

  function handle(request: IncomingMessage, response: ServerResponse, url: URL, path: string): void {
    const override = overrides.get(path) ?? {};
    if (override.hold) held.add(() => handle(request, response, url, path));
    else answer(settings, override, { request, response, url, path });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double');
    const inside = url.pathname.startsWith(`${settings.basePath}/`);
    const path = inside ? url.pathname.slice(settings.basePath.length) : url.pathname;
    const { method = '', headers } = request;
    log.push({ method, path, query: url.search, headers, time: Date.now() });
    handle(request, response, url, inside ? path : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The double listens on no port.');

  return {
    url: `http://127.0.0.1:${address.port}${settings.basePath}`,
    log,
    set(path, override) {
      overrides.set(path, override);
      changed();
    },
    clear(path) {
      if (path === undefined) overrides.clear();
      else overrides.delete(path);
      changed();
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function settingsOf(options: DoubleOptions): Settings {
  const sizes = { ...defaultSizes, ...options.sizes };
  const names: readonly ListName[] = ['buckets', 'assets', 'regions', 'applications', 'nodes', 'events'];
  return {
    offered: options.offered ?? defaultOffered,
    components: options.components ?? unseenComponents,
    status: options.status ?? 'wobbly',
    defaultLimit: options.defaultLimit ?? 10,
    maximumLimit: options.maximumLimit ?? 50,
    basePath: options.basePath ?? '',
    now: options.now ?? Date.now,
    rows: Object.fromEntries(names.map((name) => [name, makeRows(name, sizes[name])])),
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly path: string;
}

function answer(settings: Settings, override: Override, { request, response, url, path }: Exchange): void {
  if (override.drop === 'before') {
    response.destroy();
    return;
  }
  const endpoint = settings.offered.includes(path) ? documented[path] : undefined;
  // Parts 4 and 7 show neither other methods nor errors: these two are the double's own.
  const refusal = endpoint === undefined ? 404 : request.method === 'GET' ? null : 405;
  response.statusCode = override.status ?? refusal ?? 200;
  response.setHeader('Date', new Date(settings.now()).toUTCString());
  if (endpoint && refusal === null) {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Cache-Control', endpoint.cacheControl ?? 'max-age=30');
  }
  for (const [name, value] of Object.entries(override.headers ?? {}))
    if (value === null) response.removeHeader(name);
    else response.setHeader(name, value);
  const body = override.body ?? (endpoint && refusal === null ? bodyOf(settings, endpoint, override, url) : '');
  if (override.drop === 'midway') {
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.write(body.slice(0, body.length / 2), () => response.destroy());
    return;
  }
  response.end(body);
}

function bodyOf(settings: Settings, endpoint: Documented, { edit }: Override, url: URL): string {
  const query = url.searchParams;
  const body = endpoint.list
    ? listOf(settings, endpoint, settings.rows[endpoint.list] ?? [], query)
    : statusOf(settings, endpoint);
  return JSON.stringify(edit ? edit(body, query) : body);
}

/** Part 2, the envelope; part 4, rules 1 to 3. */
function listOf(settings: Settings, endpoint: Documented, rows: readonly Row[], query: URLSearchParams) {
  const region = endpoint.region ? query.get('region') : null;
  const matching = region === null ? rows : rows.filter((row) => row.region === region);
  const limit = endpoint.limit ? limitOf(settings, query.get('limit')) : Math.max(1, rows.length);
  const data = matching.slice(0, limit).map((row) => ({ ...row.fields }));
  return {
    object: 'list',
    data,
    pagination: { limit, count: data.length, has_more: matching.length > data.length },
  };
}

/** What a limit out of bounds means is not shown: here it is brought within them. */
function limitOf({ defaultLimit, maximumLimit }: Settings, asked: string | null): number {
  return asked !== null && /^[1-9]\d*$/.test(asked) ? Math.min(Number(asked), maximumLimit) : defaultLimit;
}

/** Part 2, the status document; part 4, rule 5; part 9. */
function statusOf({ status, components, now }: Settings, { version }: Documented) {
  return {
    status,
    version,
    region: 'Graz',
    components: components.map((component) => ({ ...component })),
    updated_at: new Date(now()).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  };
}

/** Runs with a double of its own, which is closed afterwards whatever happens. */
export async function withDouble<T>(options: DoubleOptions, run: (server: Double) => Promise<T>): Promise<T> {
  const server = await startDouble(options);
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}
