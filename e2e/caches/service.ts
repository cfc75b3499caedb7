/**
 * The service behind the caches (see walk.ts). The id of its only node contains the time at which the list
 * was made, which neither a cache nor the product can change.
 */

import { type Double, type Override, startDouble } from '../servers/double.ts';

export const nodesPath = '/api/v2/nodes';
export const statusPath = '/api/v2/status';
export const offered = [statusPath, nodesPath, '/api/v2/regions'];

export interface Service {
  readonly origin: Double;
  readonly well: () => Promise<void>;
  /**
   * Epoch milliseconds at which the service made its newest node list, and its newest status document
   * (`newestStatusAt`).
   */
  readonly newestAt: () => number;
  readonly newestStatusAt: () => number;
  /**
   * Epoch milliseconds at which the service made its first node list at or after `time`. `null` if there is
   * none yet.
   */
  readonly firstSince: (time: number) => number | null;
}

/**
 * Starts the service.
 *
 * @param clockAheadSeconds - seconds by which its `Date` header and `updated_at` are ahead.
 */
export async function startService(lifetimeSeconds: number, clockAheadSeconds = 0): Promise<Service> {
  const now = () => Date.now() + 1000 * clockAheadSeconds;
  const origin = await startDouble({ offered, status: 'operational', sizes: { nodes: 1 }, mixed: false, now });
  const made: number[] = [0];
  let statusAt = 0;
  const well = async () => {
    // Replace this override first: each change of an override answers the requests that hang.
    origin.set(
      nodesPath,
      wellNodes(lifetimeSeconds, (time) => made.push(time)),
    );
    for (const path of offered) if (path !== nodesPath) origin.clear(path);
    origin.set(statusPath, () => {
      statusAt = Date.now();
      return {};
    });
    await origin.accept().catch(() => undefined);
  };
  await well();
  return {
    origin,
    well,
    newestAt: () => made.at(-1) ?? 0,
    newestStatusAt: () => statusAt,
    firstSince: (time) => made.find((at) => at >= time) ?? null,
  };
}

function stampedId(time: number): string {
  return `nod_${time.toString(36).padStart(14, '0')}`;
}

/**
 * Epoch milliseconds in the first id of a text that contains its creation time. `null` if there is no such
 * id.
 */
export function madeAtIn(text: string): number | null {
  const id = /nod_([0-9a-z]{14})/.exec(text)?.[1];
  return id === undefined ? null : Number.parseInt(id, 36);
}

interface List {
  readonly data: readonly object[];
}

export function isList(body: unknown): body is List {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/** Makes a node list with one node. Each request gets another node and another `ETag`. */
function wellNodes(lifetimeSeconds: number, onMade: (time: number) => void): () => Override {
  return () => {
    const time = Date.now();
    onMade(time);
    return {
      headers: { 'cache-control': `public, max-age=${lifetimeSeconds}`, etag: `"${time}"` },
      edit: (body) =>
        isList(body)
          ? {
              ...body,
              data: [{ ...body.data[0], id: stampedId(time), status: 'operational' }],
              pagination: { limit: 100, count: 1, has_more: false },
            }
          : body,
    };
  };
}

/** One phase of a walk through faults: the behaviour of the service during some seconds. */
export interface Moment {
  /** Name of the phase. An outage and the recovery after it have the same name. */
  readonly name: string;
  /** Maximum seconds of the phase. A recovery ends as soon as everything is fresh again. */
  readonly seconds: number;
  readonly recovers?: true;
  /**
   * Sets the behaviour of the service.
   *
   * @param cache - name of the cache in front of the service.
   */
  readonly set: (service: Service, cache: string) => Promise<void>;
}

function trouble(name: string, seconds: number, set: Moment['set']): readonly Moment[] {
  return [
    { name, seconds, set },
    { name, seconds: 80, recovers: true, set: ({ well }) => well() },
  ];
}

function setAll(origin: Double, override: Override): void {
  for (const path of offered) origin.set(path, override);
}

/** An error that Traffic Server, httpd and nginx store unless they are configured otherwise. */
const broken: Override = { status: 500, body: '{}', headers: { 'Cache-Control': 'public, max-age=60' } };
const storable503: Override = {
  status: 503,
  body: '{}',
  headers: { 'retry-after': '2', 'cache-control': 'public, max-age=5' },
};

export function outages(seconds: number): readonly (readonly Moment[])[] {
  return [
    trouble('nodes answer 500', seconds, async ({ origin }) => origin.set(nodesPath, broken)),
    trouble('everything is refused', seconds, ({ origin }) => origin.refuse()),
    trouble('nodes answer 503 with a lifetime', seconds, async ({ origin }) =>
      origin.set(nodesPath, storable503),
    ),
    trouble('nodes hang', seconds, async ({ origin }) => origin.set(nodesPath, { hold: true })),
    trouble('everything answers 500', seconds, async ({ origin }) => setAll(origin, broken)),
  ];
}

export function ordinary(seconds: number): Moment {
  return { name: 'well', seconds, set: (service) => service.well() };
}
