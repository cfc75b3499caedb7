import { expect, test } from 'vitest';
import type { Node, Region } from '../../../../contract/resources.ts';
import { exact } from '../../../../domain/claim.ts';
import { fieldsOf } from '../../../../domain/fields.ts';
import { createListing } from '../../../../domain/listing.ts';
import { noLookups } from '../../../../domain/lookups.ts';
import { joinInventory, regionRowsListing } from './inventory.ts';
import { zoneLabel, zonesOf } from './zones.ts';

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

async function zones(capacities: Readonly<Record<string, readonly string[]>> | null) {
  const groups =
    capacities &&
    (await createListing(nodes(capacities), fieldsOf.node, exact).group({}, ['pop'], ['advertised']));
  const rows = joinInventory(
    { lists: [{ version: 'v2', regions, complete: true }], nodes: groups, buckets: null },
    {},
  );
  return zonesOf(regionRowsListing(rows, exact, noLookups));
}

test('zones stand by advertised capacity, codes outside the region list last', async () => {
  const all = await zones({ fra1: ['10G'], iad1: ['100G'], zzz9: ['400G'] });
  expect(all.map((zone) => [zoneLabel(zone), zone.regions, zone.advertised])).toEqual([
    ['na-east', 1, 100],
    ['eu-central', 2, 10],
    ['zone not provided', 1, 0],
    ['not in the region list', 1, 400],
  ]);
});

test('a zone counts its states, worst first, and capacities that could not be read', async () => {
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
