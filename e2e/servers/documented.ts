/**
 * The API document as a server implements it: the endpoints and their responses. It imports nothing from src/
 * on purpose. A misreading of the document on one side shows on the other.
 */

import type { ListName, Row } from './double-data.ts';

interface Documented {
  readonly list: ListName | null;
  readonly version: 'v1' | 'v2';
  readonly limit: boolean;
  readonly region: boolean;
  readonly cacheControl: string | null;
}

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

/** The endpoints of part 4 of the API document, one per line. */
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

export const allPaths: readonly string[] = Object.keys(documented);

/** Paths of the endpoints of a list. `null`: of the status document. */
export function pathsOf(list: ListName | null): readonly string[] {
  return allPaths.filter((path) => documented[path]?.list === list);
}

export function subjectOf(path: string): ListName | 'status' {
  return documented[path]?.list ?? 'status';
}

export interface Content {
  readonly status: string;
  readonly components: readonly { readonly name: string; readonly status: string }[];
  readonly rows: Readonly<Record<ListName, readonly Row[]>>;
  readonly defaultLimit: number;
  readonly maximumLimit: number;
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
}

/** The documented headers and body of a path. `null` if part 4 does not list the path. */
export function documentedAnswer(content: Content, path: string, query: URLSearchParams) {
  const endpoint = documented[path];
  if (!endpoint) return null;
  return {
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': endpoint.cacheControl ?? 'max-age=30',
    },
    body: endpoint.list
      ? listOf(content, endpoint, content.rows[endpoint.list], query)
      : statusOf(content, endpoint),
  };
}

/** A list envelope as in part 2 of the API document, with rules 1 to 3 of part 4. */
function listOf(content: Content, endpoint: Documented, rows: readonly Row[], query: URLSearchParams) {
  const region = endpoint.region ? query.get('region') : null;
  const matching = region === null ? rows : rows.filter((row) => row.region === region);
  const limit = endpoint.limit ? limitOf(content, query.get('limit')) : Math.max(1, rows.length);
  const data = matching.slice(0, limit).map((row) => ({ ...row.fields }));
  return {
    object: 'list',
    data,
    pagination: { limit, count: data.length, has_more: matching.length > data.length },
  };
}

/**
 * The number of rows of a response. The API document does not define a limit out of bounds; this server
 * clamps it.
 */
function limitOf({ defaultLimit, maximumLimit }: Content, asked: string | null): number {
  return asked !== null && /^[1-9]\d*$/.test(asked) ? Math.min(Number(asked), maximumLimit) : defaultLimit;
}

/** The status document as in part 2, part 4 (rule 5) and part 9 of the API document. */
function statusOf({ status, components, now }: Content, { version }: Documented) {
  return {
    status,
    version,
    region: 'Graz',
    components: components.map((component) => ({ ...component })),
    updated_at: new Date(now()).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  };
}
