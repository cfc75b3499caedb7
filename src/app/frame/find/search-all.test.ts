import { expect, test } from 'vitest';
import { type BucketsToCome, searchAllBuckets } from './search-all.ts';

const told = (buckets: BucketsToCome, isRunning: boolean) =>
  searchAllBuckets('crate', buckets, isRunning, () => undefined).detail;

test.each<[BucketsToCome, string, string]>([
  [
    { loaded: null, toCome: 1, failed: 0 },
    'none loaded; asks 1 list or more',
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
  expect(told(buckets, false)).toBe(before);
  expect(told(buckets, true)).toBe(running);
});
