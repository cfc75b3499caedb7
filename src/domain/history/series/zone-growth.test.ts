import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { growthOfZones, growthWithin, largestMovers, zoneKey, zoneKeys } from './zone-growth.ts';

function row(code: string | null, zone: string | null, isListed = true): RegionRow {
  return {
    code,
    name: null,
    zone,
    country: null,
    status: null,
    sent: null,
    listedIn: isListed ? ['v2'] : [],
    disagreement: null,
    nodes: null,
    advertised: null,
    buckets: null,
    objects: null,
    bytes: null,
  };
}

const europe = zoneKey({ name: 'Europe', listed: true });

test('a region without a zone and an unlisted code are in two different zones', () => {
  const keys = zoneKeys([
    row('fra1', 'Europe'),
    row('xxx1', null),
    row('yyy1', null, false),
    row(null, 'Asia'),
  ]);
  expect(keys.get('fra1')).toBe(europe);
  expect(keys.get('xxx1')).toBe(zoneKey({ name: null, listed: true }));
  expect(keys.get('yyy1')).toBe(zoneKey({ name: null, listed: false }));
  expect(keys.size).toBe(3);
});

test('zones add up the growth of their regions; a region missing at one end or without a zone adds nothing', () => {
  const zones = zoneKeys([row('fra1', 'Europe'), row('ams1', 'Europe'), row('sin1', 'Asia')]);
  const of = new Map([
    ['fra1', { first: 5, last: 8 }],
    ['ams1', { first: 2n ** 60n, last: 2n ** 60n - 1n }],
    ['gone1', { first: 1, last: 100 }],
  ]);
  expect(growthOfZones({ of }, zones)).toEqual(new Map([[europe, 2]]));
});

test('a region that left every list has no growth', () => {
  const of = new Map([
    ['fra1', { first: 5, last: 8 }],
    ['gone1', { first: 40, last: 0 }],
  ]);
  const growth = { version: '', of, from: 0, to: 1 };
  expect([...growthWithin(growth, zoneKeys([row('fra1', 'Europe')])).of.keys()]).toEqual(['fra1']);
});

test('the zones together have the growth of all regions', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ zone: fc.nat({ max: 3 }), first: fc.nat(), last: fc.nat() }), { maxLength: 20 }),
      (regions) => {
        const zones = new Map(regions.map(({ zone }, place) => [`${place}`, `${zone}`]));
        const of = new Map(regions.map(({ first, last }, place) => [`${place}`, { first, last }]));
        const sum = [...growthOfZones({ of }, zones).values()].reduce<number>(
          (all, each) => all + Number(each),
          0,
        );
        expect(sum).toBe(regions.reduce((all, { first, last }) => all + last - first, 0));
      },
    ),
  );
});

test('movers are sorted by the size of their change, up or down, without unchanged ones', () => {
  const of = new Map([
    ['a', { first: 1, last: 4 }],
    ['b', { first: 9, last: 2 }],
    ['c', { first: 3, last: 3 }],
    ['d', { first: 0, last: 1 }],
  ]);
  expect(largestMovers(of, 2)).toEqual([
    { key: 'b', change: -7 },
    { key: 'a', change: 3 },
  ]);
  expect(largestMovers(of, 9)).toHaveLength(3);
});
