import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  acknowledge,
  merge,
  missedEndpoint,
  missingEndpoints,
  missingOf,
  type Names,
  type Roster,
  sawNames,
  vanishedFor,
} from './roster.ts';
import { rosterFromText, rosterToText } from './roster-text.ts';

const path = '/api/v2/status';
const hour = 3_600_000;
const named = (...names: string[]): Names => new Map(names.map((name) => [name, name]));
const none: Roster = new Map();
const missing = (roster: Roster, now: number) => missingOf(roster.get(path), now).map(({ id }) => id);

const before = sawNames(none, path, named('API', 'Cache', 'Export'), 1 * hour, true);

describe('a name from a complete list', () => {
  test('is missing from the first complete list without it, with the time when it was last seen', () => {
    const after = sawNames(before, path, named('API', 'Export'), 2 * hour, true);
    expect(missingOf(after.get(path), 2 * hour)).toEqual([
      { id: 'Cache', name: 'Cache', lastSeen: 1 * hour, acknowledged: false },
    ]);
  });

  test('is not missing in a truncated list', () => {
    expect(missing(sawNames(before, path, named('API'), 2 * hour, false), 2 * hour)).toEqual([]);
  });

  test('is missing in an empty list', () => {
    expect(missing(sawNames(before, path, named(), 2 * hour, true), 2 * hour)).toHaveLength(3);
  });

  test('is no longer missing when it is back', () => {
    const gone = sawNames(before, path, named('API', 'Export'), 2 * hour, true);
    expect(missing(sawNames(gone, path, named('API', 'Cache', 'Export'), 3 * hour, true), 3 * hour)).toEqual(
      [],
    );
  });

  test('is missing for 24 h from the time it was noticed', () => {
    const gone = sawNames(before, path, named('API', 'Export'), 50 * hour, true);
    expect(missing(gone, 50 * hour + vanishedFor - 1)).toEqual(['Cache']);
    expect(missing(gone, 50 * hour + vanishedFor)).toEqual([]);
    const later = sawNames(gone, path, named('API', 'Export'), 50 * hour + vanishedFor, true);
    expect(later.get(path)?.entries.has('Cache')).toBe(false);
  });

  test('can be acknowledged, and that can be revoked', () => {
    const gone = sawNames(before, path, named('API', 'Export'), 2 * hour, true);
    const known = acknowledge(gone, path, 'Cache', true, 3 * hour);
    expect(missingOf(known.get(path), 3 * hour)[0]?.acknowledged).toBe(true);
    const undone = acknowledge(known, path, 'Cache', false, 3 * hour);
    expect(missingOf(undone.get(path), 3 * hour)[0]?.acknowledged).toBe(false);
    expect(missingOf(merge(known, undone, 3 * hour).get(path), 3 * hour)[0]?.acknowledged).toBe(false);
  });
});

describe('a list of another service', () => {
  const six = ['API', 'Cache', 'Export', 'Ingest', 'Routing', 'Storage'];
  const known = sawNames(none, path, named(...six), hour, true);

  test('at the same base URL misses all earlier names', () => {
    const cased = named(...six.map((name) => name.toUpperCase()));
    const next = sawNames(known, path, cased, 2 * hour, true);
    expect(missing(next, 2 * hour).toSorted()).toEqual(six.filter((name) => name !== 'API'));
  });

  test('of another base URL is not read', () => {
    expect(rosterFromText(rosterToText(known, 'http://a', 10_000), 'http://b', hour)).toEqual(none);
  });
});

test('an endpoint that responded before and is not offered any more is missing', () => {
  expect(missingEndpoints(missedEndpoint(before, path, 2 * hour), 2 * hour)).toMatchObject([
    { id: path, lastSeen: hour },
  ]);
  expect(missingEndpoints(missedEndpoint(none, path, 2 * hour), 2 * hour)).toEqual([]);
});

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'x\u00002'), {
  maxLength: 7,
});
const step = fc.record({ names, complete: fc.boolean(), wait: fc.integer({ min: 1, max: 10 * hour }) });
const rosters = fc.array(step, { minLength: 1, maxLength: 8 }).map((steps) => {
  let roster = none;
  let now = hour;
  for (const { names: listed, complete, wait } of steps) {
    now += wait;
    roster = sawNames(roster, path, named(...listed), now, complete);
  }
  return { roster, now, last: steps.at(-1) };
});

test('no name of the last list is missing, with any history', () => {
  fc.assert(
    fc.property(rosters, ({ roster, now, last }) => {
      for (const id of missing(roster, now)) expect(last?.names).not.toContain(id);
    }),
  );
});

test('a stored roster is read back unchanged', () => {
  fc.assert(
    fc.property(rosters, ({ roster, now }) => {
      const read = rosterFromText(rosterToText(roster, 'of', 100_000), 'of', now);
      expect(missingOf(read.get(path), now)).toEqual(missingOf(roster.get(path), now));
      expect(new Set(read.get(path)?.entries.keys())).toEqual(new Set(roster.get(path)?.entries.keys()));
    }),
  );
});

test('merging loses nothing, and the order of tabs does not change what is missing', () => {
  fc.assert(
    fc.property(rosters, ({ roster, now }) => {
      expect(missing(merge(roster, roster, now), now)).toEqual(missing(roster, now));
      expect(missing(merge(none, roster, now), now)).toEqual(missing(merge(roster, none, now), now));
    }),
  );
});

test('the size limit holds, and missing names are dropped last', () => {
  const many = named(...Array.from({ length: 20_000 }, (_, index) => `nod_${String(index).padStart(14, '0')}`));
  const roster = sawNames(sawNames(none, '/api/v1/nodes', many, hour, true), path, named('API'), hour, true);
  const text = rosterToText(roster, 'of', 64 * 1024);
  expect(new TextEncoder().encode(text).byteLength).toBeLessThanOrEqual(64 * 1024);
  const read = rosterFromText(text, 'of', hour);
  expect(read.get('/api/v1/nodes')?.entries.size).toBeGreaterThan(1000);
  expect(read.get(path)?.entries.size).toBe(1);
});

test('any stored text is read as a roster or as none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(rosterFromText(text, 'of', hour)).toBeInstanceOf(Map);
    }),
  );
  const odd = {
    of: 'of',
    lists: {
      [path]: {
        endpoint: [9e99, null, 0, 'y'],
        seen: [[5, ['a', 7, ['b', 'B']]], 3],
        missing: [['c', 4, null, 1, 4], null],
      },
      '/elsewhere': {},
    },
  };
  const read = rosterFromText(JSON.stringify(odd), 'of', hour);
  expect([...read.keys()]).toEqual([path]);
  expect([...(read.get(path)?.entries.keys() ?? [])]).toEqual(['a', 'b']);
  expect(read.get(path)?.endpoint.lastSeen).toBe(hour);
});
