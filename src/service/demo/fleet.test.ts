import { describe, expect, test } from 'vitest';
import { hasForm } from '#contract/forms.ts';
import { eventFields, regionFields } from '#contract/resources.ts';
import { cities } from './cities.ts';
import {
  type FleetOptions,
  makeApplications,
  makeAssets,
  makeBuckets,
  makeEvents,
  makeNodes,
  makeRegions,
} from './fleet.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const day = 86_400_000;
const options: FleetOptions = { seed: 1, scale: 1, start };

function share(parts: number, whole: number): number {
  return parts / whole;
}

test('regions: about sixty real cities, unique codes, documented and additional zones', () => {
  const regions = makeRegions();
  expect(regions.length).toBeGreaterThanOrEqual(55);
  expect(regions.length).toBeLessThanOrEqual(65);
  expect(new Set(regions.map(({ code }) => code)).size).toBe(regions.length);
  for (const region of regions) {
    expect([region.code, hasForm(regionFields.code.form, region.code)]).toEqual([region.code, true]);
    expect([region.code, hasForm(regionFields.country.form, region.country)]).toEqual([region.code, true]);
    expect(region.name).not.toBe('');
  }
  const zones = new Set(regions.map(({ zone }) => zone));
  for (const zone of regionFields.zone.observed) expect(zones).toContain(zone);
  expect(zones.size).toBeGreaterThan(8);
});

test('nodes: about 900, in every region, in six capacities', () => {
  const nodes = makeNodes(options);
  expect(nodes.length).toBeGreaterThan(850);
  expect(nodes.length).toBeLessThan(950);
  expect(new Set(nodes.map(({ pop }) => pop))).toEqual(new Set(cities.map(({ code }) => code)));
  expect(new Set(nodes.map(({ capacity }) => capacity))).toEqual(
    new Set(['10G', '25G', '40G', '100G', '200G', '400G']),
  );
});

test('buckets: 4,000, heavy-tailed, some with equal names, some empty, none near 2^53', () => {
  const buckets = [...makeBuckets(options)];
  expect(buckets).toHaveLength(4_000);
  const sizes = buckets.map(({ bytes }) => bytes).toSorted((a, b) => b - a);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const largestHundredth = sizes.slice(0, 40).reduce((sum, bytes) => sum + bytes, 0);
  expect(share(largestHundredth, total)).toBeGreaterThan(0.4);
  expect(sizes[0]).toBeLessThanOrEqual(2e15);
  expect(sizes.at(-1)).toBe(0);
  const names = new Set(buckets.map(({ name }) => name));
  expect(share(4_000 - names.size, 4_000)).toBeGreaterThan(0.01);
  expect(share(4_000 - names.size, 4_000)).toBeLessThan(0.2);
  expect(new Set(buckets.map(({ id }) => id)).size).toBe(4_000);
  for (const { bytes, objects } of buckets) expect(bytes === 0).toBe(objects === 0);
});

test('each region fits into one response, so every list can be read completely', () => {
  for (const rows of [[...makeBuckets(options)], [...makeAssets(options)]]) {
    const counts = new Map<string, number>();
    for (const { region } of rows) counts.set(region, (counts.get(region) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThan(800);
  }
});

test('assets: 6,000, nearly all with the documented cache words', () => {
  const assets = [...makeAssets(options)];
  expect(assets).toHaveLength(6_000);
  const documented = assets.filter(({ cache_status: word }) => word === 'HIT' || word === 'REVALIDATED');
  expect(share(documented.length, 6_000)).toBeGreaterThan(0.97);
  expect(documented.length).toBeLessThan(6_000);
  expect(assets.filter(({ path }) => !/^\/[\w./-]+\.\w+$/.test(path))).toEqual([]);
});

test('applications: 60 with different names, the documented scopes, some long idle', () => {
  const applications = [...makeApplications(options)];
  expect(applications).toHaveLength(60);
  expect(new Set(applications.map(({ name }) => name)).size).toBe(60);
  const scopes = new Set(applications.flatMap(({ scopes }) => JSON.parse(scopes) as string[]));
  expect(scopes).toEqual(new Set(['events', 'read', 'write']));
  const idle = applications.filter(({ last_used_at: used }) => used < start - 90 * day);
  expect(idle.length).toBeGreaterThanOrEqual(3);
  expect(idle.length).toBeLessThan(25);
  for (const { created_at: created, last_used_at: used } of applications)
    expect(created).toBeLessThanOrEqual(used);
});

test('event types: about 80 with different, well-formed names from both sources', () => {
  const events = [...makeEvents(options)];
  expect(events.length).toBeGreaterThanOrEqual(70);
  expect(events.length).toBeLessThanOrEqual(90);
  expect(new Set(events.map(({ name }) => name)).size).toBe(events.length);
  expect(events.filter(({ name }) => !hasForm(eventFields.name.form, name))).toEqual([]);
  expect(new Set(events.map(({ source }) => source))).toEqual(new Set(['api', 'server']));
});

test('everything was created before the start, at most three years earlier', () => {
  const created = [
    ...makeNodes(options),
    ...makeBuckets(options),
    ...makeAssets(options),
    ...makeEvents(options),
  ].map((row) => row.created_at);
  expect(Math.max(...created)).toBeLessThan(start);
  expect(Math.min(...created)).toBeGreaterThanOrEqual(start - 3 * 365 * day - 1);
});

describe.each([0.01, 2])('scale %d', (scale) => {
  test('multiplies buckets, assets, applications and event types, and keeps names unique', () => {
    const scaled = { ...options, scale };
    expect([...makeBuckets(scaled)]).toHaveLength(4_000 * scale);
    expect([...makeAssets(scaled)]).toHaveLength(6_000 * scale);
    const applications = [...makeApplications(scaled)];
    expect(applications).toHaveLength(Math.max(1, Math.round(60 * scale)));
    expect(new Set(applications.map(({ name }) => name)).size).toBe(applications.length);
    const events = [...makeEvents(scaled)];
    expect(new Set(events.map(({ name }) => name)).size).toBe(events.length);
    expect(makeNodes(scaled)).toEqual(makeNodes(options));
  });
});
