import { expect, test } from 'vitest';
import { decodeTallies } from './decode-tallies.ts';
import type { DeliveredTally } from './delivered-tally.ts';

const buckets: DeliveredTally = {
  slug: 'edge',
  path: '/api/v2/buckets',
  heldMilliseconds: 2_000,
  ageSeconds: 0,
  lifetimeMilliseconds: 60_000,
  leftMilliseconds: 60_000,
  tally: {
    claim: { kind: 'at-least', reasons: ['the list says that there is more'], cut: ['fra1'], first: 50 },
    groups: [{ code: null, name: null, word: null, count: 889 }],
  },
  bytes: { total: '918734323983581185', missing: 0 },
  objects: { total: '41000', missing: 0 },
};
const absent = { ...buckets, path: '/api/v1/assets', tally: null, bytes: undefined, objects: undefined };

test('valid tallies survive a JSON round trip', () => {
  const sent: unknown = JSON.parse(JSON.stringify([buckets, absent]));
  expect(decodeTallies(sent)).toEqual([buckets, absent]);
});

test('the tally of a stale copy has a negative remaining lifetime', () => {
  const stale = { ...buckets, ageSeconds: 4000, leftMilliseconds: -3_940_000 };
  expect(decodeTallies([stale])).toEqual([stale]);
});

test.each([
  ['no object', 1],
  ['an unknown path', { ...buckets, path: '/api/v9/buckets' }],
  ['a claim of another kind', { ...buckets, tally: { ...buckets.tally, claim: { kind: 'sure' } } }],
  ['a group without a count', { ...buckets, tally: { claim: { kind: 'exact' }, groups: [{}] } }],
  ['an age that is text', { ...buckets, ageSeconds: '0' }],
])('%s is left out', (_name, entry) => {
  expect(decodeTallies([entry, absent])).toEqual([absent]);
});

test('an invalid sum is left out, and its count stays', () => {
  const [tally] = decodeTallies([{ ...buckets, bytes: { total: '1e9', missing: 0 } }]) ?? [];
  expect(tally).toEqual({ ...buckets, bytes: undefined });
});

test('a value that is not a list is rejected', () => {
  expect(decodeTallies({ data: [] })).toBeNull();
});
