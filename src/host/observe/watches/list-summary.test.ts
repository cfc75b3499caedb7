import { expect, test } from 'vitest';
import { readSum } from '#domain/lists/list-total.ts';
import type { Group } from '#domain/lists/listing.ts';
import { type ListSummary, totalOf } from './list-summary.ts';

const group = (region: string, total: number | bigint, missing: number): Group => ({
  key: [region],
  count: 2,
  sums: {
    bytes: { total, counted: 2 - missing, missing },
    objects: { total: 7, counted: 2, missing: 0 },
  },
});

const summary: ListSummary = {
  claim: { kind: 'known-regions', regions: 2 },
  count: 4,
  groups: [group('ams1', Number.MAX_SAFE_INTEGER, 0), group('fra1', 10n ** 18n, 1)],
  groupsBeyond: 0,
  tally: null,
  codes: [],
};

test('a total of buckets has their objects, and keeps every digit of their bytes on its way through JSON', () => {
  const total = totalOf('bucket', summary);
  const { bytes, objects, tally } = structuredClone(total) ?? {};
  expect(objects).toEqual({ total: '14', missing: 0 });
  expect(tally).toEqual({ claim: summary.claim, groups: [{ code: null, name: null, word: null, count: 4 }] });
  expect(JSON.parse(JSON.stringify(bytes))).toEqual(bytes);
  expect(bytes && readSum(bytes)).toEqual({ total: 10n ** 18n + 9_007_199_254_740_991n, missing: 1 });
});

test('no total is made of a part of the groups, nor of lists without bytes or status words', () => {
  expect(totalOf('bucket', { ...summary, groupsBeyond: 1 })).toBeNull();
  expect(totalOf('asset', summary)).toBeNull();
});

test('the reasons of its claim are bounded', () => {
  const reasons = Array.from({ length: 500 }, (_, index) => `region ${index} has more`);
  const claim = { kind: 'at-least', reasons, cut: reasons } as const;
  expect(totalOf('bucket', { ...summary, claim })?.tally.claim).toEqual({
    kind: 'at-least',
    reasons: reasons.slice(0, 10),
  });
});
