/** Test helper: polls of a deployment that changes at random, repeatable by seed. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { Observation, ObservedRow, Reading } from '#host/history/reading.ts';
import { storedWord } from '#host/history/recorder/stored-word.ts';

/** Numbers from 0 to 1, equal for equal seeds. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = ['operational', 'operational', 'degraded', 'down', 'under maintenance', 'flux'];
const names = ['API', 'Cache', 'Storage'];
const places = ['fra1', 'ams1', 'osl1'];

interface Device {
  readonly pop: string;
  readonly word: string;
}

function statusSaid(components: ReadonlyMap<string, string>): Observation {
  const rows = [...components].map(
    ([key, word]): ObservedRow => ({ key, word: storedWord(word), body: null, amounts: null }),
  );
  return { resource: 'status', word: storedWord('operational'), claim: 'exact', rows, totals: [] };
}

function nodesSaid(nodes: readonly (readonly [string, Device])[], complete: boolean): Observation {
  const rows = nodes.map(
    ([id, { pop, word }]): ObservedRow => ({
      key: id,
      word: storedWord(word),
      body: JSON.stringify({ id, pop }),
      amounts: null,
    }),
  );
  const claim = complete ? 'exact' : 'at-least';
  return { resource: 'node', word: null, claim, rows, totals: [{ name: 'totals/nodes', value: rows.length }] };
}

function eventsSaid(count: number): Observation {
  const rows: readonly ObservedRow[] = [{ key: 'evt_1', word: null, body: '{"id":"evt_1"}', amounts: [count] }];
  return { resource: 'event', word: null, claim: 'exact', rows, totals: [] };
}

/** Polls of three endpoints, in order of their end. */
export function readingsFrom(seed: number, count: number, begin: number): readonly Reading[] {
  const random = randomFrom(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const components = new Map(names.map((name) => [name, 'operational']));
  const nodes = new Map<string, Device>();
  for (let id = 1; id <= 5; id += 1) nodes.set(`nod_${id}`, { pop: one(places), word: 'operational' });
  let events = 100;
  let at = begin;
  const paths: readonly EndpointPath[] = ['/api/v2/status', '/api/v2/nodes', '/api/v1/events'];
  const last = new Map<EndpointPath, string>();
  return Array.from({ length: count }, (): Reading => {
    if (random() < 0.4) components.set(one(names), one(words));
    if (random() < 0.1) components.delete(one(names));
    const id = `nod_${1 + Math.floor(random() * 6)}`;
    if (random() < 0.3) nodes.set(id, { pop: one(places), word: one(words) });
    if (random() < 0.1) nodes.delete(id);
    events = random() < 0.1 ? 3 : events + Math.floor(random() * 9);
    const path = one(paths);
    const took = 5 + Math.floor(random() * 400);
    at += took + Math.floor(random() < 0.08 ? 40_000 * random() : 2_000 * random());
    const common = { slug: 'edge', path, sentAt: at - took, at, ahead: 0, changes: [] };
    if (random() < 0.12) {
      const cause = one(['unreachable', 'failing', 'denied'] as const);
      return { ...common, outcome: { kind: 'failed', cause, detail: null } };
    }
    const complete = path !== '/api/v2/nodes' || random() < 0.6;
    const listed = [...nodes].filter(() => complete || random() < 0.6);
    const said =
      path === '/api/v2/status'
        ? statusSaid(components)
        : path === '/api/v2/nodes'
          ? nodesSaid(listed, complete)
          : eventsSaid(events);
    const text = JSON.stringify(said);
    const isSame = last.get(path) === text;
    last.set(path, text);
    return {
      ...common,
      outcome: {
        kind: 'answered',
        validMilliseconds: 12_000,
        complete,
        statedAt: null,
        observation: isSame ? null : said,
      },
    };
  });
}
