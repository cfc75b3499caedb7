import { expect, it } from 'vitest';
import { surroundingsOf } from './nearest-regions.ts';
import type { Placed } from './places/place-regions.ts';
import type { RegionRow } from './region-rows.ts';

function placed(code: string, lat: number, lon: number): Placed<RegionRow> {
  const region: RegionRow = {
    code,
    name: code,
    zone: null,
    country: null,
    status: 'operational',
    sent: null,
    listedIn: ['v2'],
    disagreement: null,
    nodes: null,
    advertised: null,
    buckets: null,
    objects: null,
    bytes: null,
  };
  return { region, code, location: { lat, lon, timeZone: null, name: code, doubt: null } };
}

const all = [
  placed('mrs1', 43.3, 5.37),
  placed('cdg1', 48.85, 2.35),
  placed('mxp1', 45.46, 9.19),
  placed('nrt1', 35.7, 139.7),
];

it('are sorted by distance, and limited in number', () => {
  const surroundings = surroundingsOf(all, 'mrs1', 2);
  expect(surroundings?.near.map(({ code }) => code)).toEqual(['mxp1', 'cdg1']);
  expect(surroundings?.near[0]?.kilometres).toBeCloseTo(387, -1);
});

it('are unknown for a region without a position', () => {
  expect(surroundingsOf(all, 'hvl1', 5)).toBeNull();
});

it('may be in the same city', () => {
  const twin = placed('mrs2', 43.3, 5.37);
  expect(surroundingsOf([...all, twin], 'mrs1', 1)?.near[0]).toMatchObject({ code: 'mrs2', kilometres: 0 });
});
