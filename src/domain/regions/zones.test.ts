import { expect, test } from 'vitest';
import type { Node, Region } from '#contract/resources.ts';
import { exact } from '../lists/claim.ts';
import { fieldsOf } from '../lists/fields.ts';
import { createListing } from '../lists/listing.ts';
import { noLookups } from '../lists/lookups.ts';
import { joinInventory, regionRowsListing } from './region-rows.ts';
import { startsOf, zoneLabel, zonesOf } from './zones.ts';

const regions = [
  ['fra1', 'eu-central', 'operational'],
  ['ber1', 'eu-central', 'degraded'],
  ['iad1', 'na-east', 'operational'],
  ['non1', null, 'operational'],
].map(
  ([code, zone, status]): Region => ({
    code: code ?? null,
    zone: zone ?? null,
    status: status ?? null,
    name: null,
    country: null,
  }),
);

function nodes(capacities: Readonly<Record<string, readonly string[]>>): readonly Node[] {
  return Object.entries(capacities).flatMap(([pop, all]) =>
    all.map((capacity, index) => ({ id: `${pop}${index}`, created_at: null, pop, status: null, capacity })),
  );
}

async function joined(capacities: Readonly<Record<string, readonly string[]>> | null) {
  const groups =
    capacities &&
    (await createListing(nodes(capacities), fieldsOf.node, exact).group({}, ['pop'], ['advertised']));
  const rows = joinInventory(
    { lists: [{ version: 'v2', regions, complete: true }], nodes: groups, buckets: null },
    {},
  );
  return regionRowsListing(rows, exact, noLookups);
}

async function zones(capacities: Readonly<Record<string, readonly string[]>> | null) {
  return zonesOf(await joined(capacities));
}

test('zones are sorted by capacity, unlisted codes last', async () => {
  const all = await zones({ fra1: ['10G'], iad1: ['100G'], zzz9: ['400G'] });
  expect(all.map((zone) => [zoneLabel(zone), zone.regions, zone.advertised])).toEqual([
    ['na-east', 1, 100],
    ['eu-central', 2, 10],
    ['zone not provided', 1, 0],
    ['unknown region', 1, 400],
  ]);
});

test('a zone counts its states, worst first, and unreadable capacities', async () => {
  const [first] = await zones({ fra1: ['10G', 'ten'] });
  expect(first).toMatchObject({
    name: 'eu-central',
    nodes: 2,
    advertised: 10,
    unreadableCapacities: 1,
    bytes: null,
  });
  expect([...(first?.states ?? [])]).toEqual([
    ['degraded', 1],
    ['ok', 1],
  ]);
});

test('without nodes there is no capacity to sum', async () => {
  expect((await zones(null)).every((zone) => zone.nodes === null && zone.advertised === null)).toBe(true);
});

test('each zone starts once, unlisted codes last', async () => {
  const listing = await joined({ zzz9: ['1G'], ber1: ['1G'] });
  const sort = ['zone', 'listed'].map((field) => ({ field, descending: false }));
  const rows = await listing.rows({ sort });
  const starts = startsOf(await rows.slice(0, rows.count), await zonesOf(listing));
  expect(starts.map(({ first, zone }) => [first, zoneLabel(zone), zone.regions])).toEqual([
    [0, 'eu-central', 2],
    [2, 'na-east', 1],
    [3, 'zone not provided', 1],
    [4, 'unknown region', 1],
  ]);
});

test('zones of a filtered list count only its rows', async () => {
  const found = await zonesOf(await joined(null), { where: { severity: ['degraded'] } });
  expect(found.map((zone) => [zone.name, zone.regions])).toEqual([['eu-central', 1]]);
});
