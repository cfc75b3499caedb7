import { expect, test } from 'vitest';
import { type BucketsToCome, searchAllBuckets } from './search-all.ts';

const told = (buckets: readonly BucketsToCome[], isRunning: boolean) =>
  searchAllBuckets('crate', buckets, isRunning, () => undefined).detail;

test.each<[Omit<BucketsToCome, 'owner'>, string, string]>([
  [
    { loaded: null, toCome: 1, failed: 0 },
    'none loaded; asks at least 1 list',
    'none loaded; searching, 1 list to come',
  ],
  [
    { loaded: 100, toCome: 6, failed: 0 },
    '100 loaded; asks 6 more lists',
    '100 loaded; searching, 6 lists to come',
  ],
  [
    { loaded: 100, toCome: 3, failed: 3 },
    '100 loaded; asks 6 more lists',
    '100 loaded; searching, 3 lists to come; 3 lists could not be read',
  ],
  [
    { loaded: 100, toCome: 0, failed: 1 },
    '100 loaded; asks 1 more list',
    '100 loaded; 1 list could not be read',
  ],
])('what the search of all buckets takes, and what of it failed: %o', (buckets, before, running) => {
  expect(told([{ ...buckets, owner: null }], false)).toBe(before);
  expect(told([{ ...buckets, owner: null }], true)).toBe(running);
});

function among(owner: string, loaded: number | null, toCome: number, failed = 0): BucketsToCome {
  return { owner, loaded, toCome, failed };
}

test.each<[readonly BucketsToCome[], string, string]>([
  [[among('Harbour', 100, 6)], 'Harbour', '100 loaded; asks 6 more lists'],
  [
    [among('Harbour', 100, 6), among('Delta', 1000, 2, 1)],
    'Harbour and Delta',
    '1,100 loaded; asks 9 more lists',
  ],
  [
    [among('Harbour', 100, 6), among('Delta', null, 1)],
    'Harbour and Delta',
    '100 loaded; asks at least 7 more lists',
  ],
  [
    ['A', 'B', 'C', 'D'].map((name) => among(name, null, 1)),
    'A, B, C and D',
    'none loaded; asks at least 4 lists',
  ],
  [
    ['A', 'B', 'C', 'D', 'E'].map((name) => among(name, 10, 1)),
    'A, B, C and 2 others',
    '50 loaded; asks 5 more lists',
  ],
])('which deployments are searched, and what all of them take: %o', (buckets, owners, detail) => {
  const row = searchAllBuckets('crate', buckets, false, () => undefined);
  expect(row.name).toBe(`Search all buckets of ${owners} for “crate”`);
  expect(row.detail).toBe(detail);
});
