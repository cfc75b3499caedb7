/**
 * The oracle: a deployment that a test changes, and that logs each change. Tests compare the history record
 * with this log.
 */

import { type Double, type Override, startDouble } from './double.ts';

/** A state that the test has set. All responses from `at` on contain it. */
interface TrueState {
  readonly at: number;
  /** Status word. `null`: not listed. */
  readonly word: string | null;
}

interface Fields {
  readonly status: string;
  readonly [field: string]: unknown;
}

type Listed = Map<string, Fields>;

export const paths = {
  status: '/api/v2/status',
  regions: '/api/v2/regions',
  nodes: '/api/v2/nodes',
  events: '/api/v1/events',
} as const;

export type OraclePath = (typeof paths)[keyof typeof paths];

/** Subject, such as `component A` → its states in order of time. */
type Truth = ReadonlyMap<string, readonly TrueState[]>;

/** A list or status document, as sent. */
export interface Body {
  readonly data?: readonly Readonly<Record<string, unknown>>[];
  readonly [member: string]: unknown;
}

/** A body that was sent at `at` (epoch milliseconds). */
interface Sent {
  readonly path: OraclePath;
  readonly at: number;
  readonly body: Body;
}

export interface Oracle {
  readonly url: string;
  readonly double: Double;
  readonly truth: Truth;
  /** All bodies in order of time, without those of faults. */
  readonly sent: readonly Sent[];
  asked(path: OraclePath): number;
  say(kind: 'component' | 'region' | 'node', key: string, fields: Partial<Fields> | null): void;
  count(events: number): void;
  /** Truncates the region list to these keys, and states `has_more`. The list cannot be sliced. */
  cut(keys: readonly string[]): void;
  fail(path: OraclePath, fault: Override): void;
  heal(): void;
  close(): Promise<void>;
}

const made = '2026-01-01T00:00:00Z';
const place = { name: 'Graz', zone: 'eu-central', country: 'AT' };
/** A lifetime so short that the list is polled as often as the status. */
const headers = { 'Cache-Control': 'public, max-age=2' };

export async function startOracle(): Promise<Oracle> {
  const double = await startDouble({ offered: Object.values(paths), status: 'operational' });
  const ok = { status: 'operational' };
  const listed: Readonly<Record<'component' | 'region' | 'node', Listed>> = {
    component: new Map(['A', 'B', 'C'].map((name) => [name, ok])),
    region: new Map(['gra1', 'lim1'].map((code) => [code, { ...ok, ...place }])),
    node: new Map(['nod_1', 'nod_2', 'nod_3'].map((id) => [id, { ...ok, pop: 'gra1', capacity: '10G' }])),
  };
  let [events, left]: [number, readonly string[]] = [100, []];
  const truth = new Map<string, TrueState[]>();
  for (const [kind, all] of Object.entries(listed))
    for (const key of all.keys())
      truth.set(`${kind} ${key}`, [{ at: Number.NEGATIVE_INFINITY, word: ok.status }]);
  const rows = (kind: 'region' | 'node', name: string) =>
    [...listed[kind]].flatMap(([key, fields]) => (left.includes(key) ? [] : [{ [name]: key, ...fields }]));
  const sent: Sent[] = [];
  const list = (data: NonNullable<Body['data']>, more = false) => ({
    object: 'list',
    data,
    pagination: { limit: data.length, count: data.length, has_more: more },
  });
  const bodies: Readonly<Record<OraclePath, () => Body>> = {
    [paths.status]: () => ({
      status: 'operational',
      version: 'v2',
      region: 'Graz',
      components: [...listed.component].map(([name, fields]) => ({ name, ...fields })),
      updated_at: new Date().toISOString(),
    }),
    [paths.regions]: () => list(rows('region', 'code'), left.length > 0),
    [paths.nodes]: () => list(rows('node', 'id').map((row) => ({ created_at: made, ...row }))),
    [paths.events]: () =>
      list([{ id: 'evt_1', created_at: made, name: 'crate_moved', count: events, source: 'api' }]),
  };
  const heal = () => {
    for (const path of Object.values(paths))
      double.set(path, {
        ...(path !== paths.status && { headers }),
        edit: () => {
          const body = bodies[path]();
          sent.push({ path, at: Date.now(), body });
          return body;
        },
        ignores: ['limit', 'region'],
      });
  };
  heal();
  return {
    url: double.url,
    double,
    truth,
    sent,
    asked: (path) => double.log.filter((each) => each.path === path).length,
    say(kind, key, fields) {
      const before = listed[kind].get(key) ?? ok;
      if (fields) listed[kind].set(key, { ...before, ...fields });
      else listed[kind].delete(key);
      const word = listed[kind].get(key)?.status ?? null;
      const states = truth.get(`${kind} ${key}`) ?? [];
      truth.set(`${kind} ${key}`, states);
      if (states.at(-1)?.word !== word) states.push({ at: Date.now(), word });
    },
    count: (next) => {
      events = next;
    },
    cut: (keys) => {
      left = keys;
    },
    fail: (path, fault) => double.set(path, fault),
    heal,
    close: () => double.close(),
  };
}
