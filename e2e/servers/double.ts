/**
 * The test double: a small deployment, written straight from the API document. It imports nothing from src/
 * on purpose. A misreading of the document on one side shows on the other.
 */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { allPaths, type Content, documentedAnswer } from './documented.ts';
import {
  allOperational,
  defaultSizes,
  type ListName,
  makeRows,
  type Row,
  unseenComponents,
} from './double-data.ts';

export { allPaths };

export const defaultOffered: readonly string[] = [
  '/api/v1/assets',
  '/api/v1/regions',
  '/api/v1/applications',
  '/api/v1/nodes',
  '/api/v1/status',
  '/api/v1/events',
];

export interface DoubleOptions {
  /** Paths that exist. All others give 404. */
  readonly offered?: readonly string[];
  readonly components?: readonly { readonly name: string; readonly status: string }[];
  readonly status?: string;
  /**
   * Whether regions and nodes have various status words. Default: `true`, unless `status` is `operational`.
   */
  readonly mixed?: boolean;
  readonly defaultLimit?: number;
  readonly maximumLimit?: number;
  readonly sizes?: Partial<Record<ListName, number>>;
  readonly rows?: Partial<Record<ListName, readonly Row[]>>;
  /** Path of the base URL, such as `/tenant/one`. */
  readonly basePath?: string;
  /** The server's clock, epoch milliseconds. It sets `updated_at`, and `Date` unless `date` is given. */
  readonly now?: () => number;
  readonly date?: () => number;
  /** Port, such as that of a stopped double. 0: any free port. */
  readonly port?: number;
}

/** Changes the documented behaviour of an endpoint. */
export interface Override {
  readonly status?: number;
  /** Headers to add to the documented ones. `null` removes a header. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string | Uint8Array | ((text: string) => string | Uint8Array);
  readonly edit?: (body: Record<string, unknown>, query: URLSearchParams) => unknown;
  readonly ignores?: readonly ('limit' | 'region')[];
  /**
   * Whether requests wait until the override is replaced or cleared. They are then answered by the new state.
   */
  readonly hold?: boolean;
  /** Whether to drop the connection before the response or within its body. */
  readonly drop?: 'before' | 'midway';
  /** Takes over the connection and may send any bytes, not only HTTP. */
  readonly wire?: (socket: Socket, body: string) => void;
}

type Chosen = Override | (() => Override);

interface LoggedRequest {
  readonly method: string;
  /** Path below the base path. */
  readonly path: string;
  /** Query with its question mark. Empty if there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Time of the request by the clock of the machine, epoch milliseconds. */
  readonly time: number;
  /** Time of the request by the server's own clock (`now`), epoch milliseconds. */
  readonly at: number;
}

export interface Double {
  readonly url: string;
  readonly log: readonly LoggedRequest[];
  set(path: string, override: Chosen): void;
  clear(path?: string): void;
  /** Stops listening. Connections are refused until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

interface Settings extends Content {
  readonly offered: readonly string[];
  readonly basePath: string;
  readonly date: () => number;
}

export async function startDouble(options: DoubleOptions = {}): Promise<Double> {
  const settings = settingsOf(options);
  const overrides = new Map<string, Chosen>();
  const held = new Set<() => void>();
  const log: LoggedRequest[] = [];

  function changed(): void {
    const waiting = [...held];
    held.clear();
    for (const again of waiting) again();
  }

  function handle(request: IncomingMessage, response: ServerResponse, url: URL, path: string): void {
    const chosen = overrides.get(path) ?? {};
    const override = typeof chosen === 'function' ? chosen() : chosen;
    if (override.hold) held.add(() => handle(request, response, url, path));
    else answer(settings, override, { request, response, url, path });
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double');
    const inside = url.pathname.startsWith(`${settings.basePath}/`);
    const path = inside ? url.pathname.slice(settings.basePath.length) : url.pathname;
    const { method = '', headers } = request;
    log.push({ method, path, query: url.search, headers, time: Date.now(), at: settings.now() });
    handle(request, response, url, inside ? path : '');
  });
  let port = options.port ?? 0;
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  const stop = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    return closed;
  };
  await listen();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The double listens on no port.');
  port = address.port;

  return {
    url: `http://127.0.0.1:${port}${settings.basePath}`,
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
    refuse: stop,
    accept: listen,
    close: stop,
  };
}

function settingsOf(options: DoubleOptions): Settings {
  const sizes = { ...defaultSizes, ...options.sizes };
  const isMixed = options.mixed ?? options.status !== 'operational';
  const own = (name: ListName) => {
    const made = makeRows(name, sizes[name]);
    return isMixed ? made : allOperational(made);
  };
  const rows = (name: ListName) => options.rows?.[name] ?? own(name);
  return {
    offered: options.offered ?? defaultOffered,
    components: options.components ?? unseenComponents,
    status: options.status ?? 'wobbly',
    defaultLimit: options.defaultLimit ?? 10,
    maximumLimit: options.maximumLimit ?? 50,
    basePath: options.basePath ?? '',
    now: options.now ?? Date.now,
    date: options.date ?? options.now ?? Date.now,
    rows: {
      buckets: rows('buckets'),
      assets: rows('assets'),
      regions: rows('regions'),
      applications: rows('applications'),
      nodes: rows('nodes'),
      events: rows('events'),
    },
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
  const documented = settings.offered.includes(path)
    ? documentedAnswer(settings, path, honoured(url, override))
    : null;
  // Parts 4 and 7 of the API document define neither other methods nor errors, so 404 and 405 are the
  // double's own choice.
  const refusal = documented === null ? 404 : request.method === 'GET' ? null : 405;
  const content = refusal === null ? documented : null;
  const body = bodyOf(content?.body, override, url);
  if (override.wire) {
    if (response.socket) override.wire(response.socket, String(body));
    return;
  }
  response.statusCode = override.status ?? refusal ?? 200;
  const headers = {
    Date: new Date(settings.date()).toUTCString(),
    ...content?.headers,
    // The API document states no lifetime for errors, so an error has none: a cache may store an error with a
    // lifetime.
    ...(response.statusCode >= 400 && { 'Cache-Control': null }),
    ...override.headers,
  };
  if (headers.Date === null) response.sendDate = false;
  for (const [name, value] of Object.entries(headers))
    if (value !== null) response.setHeader(name, typeof value === 'string' ? value : [...value]);
  if (override.drop === 'midway') {
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.write(body.slice(0, body.length / 2), () => response.destroy());
    return;
  }
  response.end(body);
}

function honoured(url: URL, { ignores = [] }: Override): URLSearchParams {
  const query = new URLSearchParams(url.search);
  for (const name of ignores) query.delete(name);
  return query;
}

function bodyOf(documented: object | undefined, { body, edit }: Override, url: URL): string | Uint8Array {
  if (body !== undefined && typeof body !== 'function') return body;
  if (documented === undefined) return '';
  const text = JSON.stringify(edit ? edit({ ...documented }, url.searchParams) : documented);
  return body ? body(text) : text;
}

export async function withDouble<T>(options: DoubleOptions, run: (server: Double) => Promise<T>): Promise<T> {
  const server = await startDouble(options);
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}
