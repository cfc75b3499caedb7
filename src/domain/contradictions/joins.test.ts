import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Claim, exact } from '../lists/claim.ts';
import { codesOfSite, type JoinedRegion, joinMismatchesOf } from './joins.ts';

const cut: Claim = { kind: 'at-least', reasons: ['the list stops at 10'] };
const complete = { regions: exact, nodes: exact, buckets: exact };

function region(code: string | null, more: Partial<JoinedRegion> = {}): JoinedRegion {
  return { code, name: null, country: null, listedIn: ['v2'], nodes: 1, buckets: 1, ...more };
}

describe('codes in no region list', () => {
  const rows = [region('fra1'), region('xxx9', { listedIn: [] }), region(null, { listedIn: [] })];

  test('are listed if all region lists are complete', () => {
    expect(joinMismatchesOf(rows, complete).dangling).toEqual(rows.slice(1));
  });

  test('are unknown if a region list is truncated', () => {
    expect(joinMismatchesOf(rows, { ...complete, regions: cut }).dangling).toBeNull();
  });
});

describe('regions with nodes and without buckets', () => {
  const rows = [region('fra1'), region('iad1', { buckets: 0 }), region('old', { buckets: 0 })];

  test('are listed if the bucket list is complete', () => {
    expect(joinMismatchesOf(rows, complete).withoutBuckets).toEqual(['iad1', 'old']);
  });

  test('are listed among the regions whose buckets were requested', () => {
    const buckets: Claim = { kind: 'known-regions', regions: 2 };
    expect(joinMismatchesOf(rows, { ...complete, buckets }).withoutBuckets).toEqual(['iad1']);
  });

  test('are not listed while other regions are listed than those requested', () => {
    const buckets: Claim = { kind: 'known-regions', regions: 1 };
    expect(joinMismatchesOf(rows, { ...complete, buckets }).withoutBuckets).toEqual([]);
  });

  test('do not include a code that only nodes have', () => {
    const buckets: Claim = { kind: 'known-regions', regions: 1 };
    const both = [region('fra1'), region('xxx9', { listedIn: [], buckets: 0 })];
    expect(joinMismatchesOf(both, { ...complete, buckets }).withoutBuckets).toEqual([]);
  });

  test.each([
    ['cut', cut],
    ['not offered', null],
  ])('are unknown if the buckets are %s', (_what, buckets) => {
    expect(joinMismatchesOf(rows, { ...complete, buckets }).withoutBuckets).toBeNull();
  });
});

describe('listed regions without nodes and buckets', () => {
  const rows = [region('fra1', { nodes: 0 }), region('iad1', { nodes: 0, buckets: 0 })];

  test('are listed', () => expect(joinMismatchesOf(rows, complete).empty).toEqual(['iad1']));

  test('follow from nodes alone if buckets are not offered', () => {
    const cached = rows.map((row) => ({ ...row, buckets: null }));
    expect(joinMismatchesOf(cached, { ...complete, buckets: null }).empty).toEqual(['fra1', 'iad1']);
  });

  test('are unknown while the node list is truncated', () => {
    expect(joinMismatchesOf(rows, { ...complete, nodes: cut }).empty).toBeNull();
  });

  test('are unknown if neither list is offered', () => {
    expect(joinMismatchesOf(rows, { ...complete, nodes: null, buckets: null }).empty).toBeNull();
  });
});

test('a city has all its codes; one name in two countries is two cities', () => {
  const rows = [
    region('lhr2', { name: 'London', country: 'GB' }),
    region('lhr1', { name: 'London', country: 'GB' }),
    region('yxu1', { name: 'London', country: 'CA' }),
    region('xxx1', { name: '' }),
    region('xxx2', { name: '' }),
  ];
  expect(joinMismatchesOf(rows, complete).cities).toEqual([
    { name: 'London', country: 'GB', codes: ['lhr1', 'lhr2'] },
  ]);
  expect(codesOfSite('London', rows)).toEqual(['lhr1', 'lhr2', 'yxu1']);
  expect(codesOfSite('Paris', rows)).toEqual([]);
});

test('with any lists, absence is only reported if a list proves it', () => {
  const claims = fc.constantFrom<Claim>(exact, cut, { kind: 'known-regions', regions: 2 });
  const rows = fc.uniqueArray(
    fc.record({
      code: fc.constantFrom('fra1', 'iad1', 'old', null),
      listedIn: fc.constantFrom([], ['v1']),
      nodes: fc.constantFrom(0, 3, null),
      buckets: fc.constantFrom(0, 3, null),
    }),
    { selector: ({ code }) => code },
  );
  fc.assert(
    fc.property(rows, claims, claims, claims, (sent, regions, nodes, buckets) => {
      const joined = sent.map((row) => region(row.code, row));
      const found = joinMismatchesOf(joined, { regions, nodes, buckets });
      const rowOf = (code: string) => joined.find((row) => row.code === code);
      for (const code of found.withoutBuckets ?? []) expect(rowOf(code)?.buckets).toBe(0);
      for (const code of found.empty ?? []) expect(rowOf(code)).toMatchObject({ nodes: 0, buckets: 0 });
      if (regions.kind !== 'exact') expect(found.dangling).toBeNull();
      if (buckets.kind === 'at-least') expect([found.withoutBuckets, found.empty]).toEqual([null, null]);
      if (nodes.kind === 'at-least') expect(found.empty).toBeNull();
    }),
  );
});
