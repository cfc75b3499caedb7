import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bucket, Node, Region } from '#contract/resources.ts';
import { exact } from '../lists/claim.ts';
import { fieldsOf } from '../lists/fields.ts';
import { createListing, type Group } from '../lists/listing.ts';
import { noLookups } from '../lists/lookups.ts';
import { type Inventory, joinInventory, regionRowsListing } from './region-rows.ts';

function region(code: string | null, more: Partial<Region> = {}): Region {
  return { code, name: `City of ${code}`, zone: 'eu-central', country: 'DE', status: 'operational', ...more };
}

function nodesIn(pops: readonly (string | null)[]): Promise<readonly Group[]> {
  const nodes = pops.map(
    (pop, index): Node => ({ id: `nod_${index}`, created_at: null, pop, status: null, capacity: '10G' }),
  );
  return createListing(nodes, fieldsOf.node, exact).group({}, ['pop'], ['advertised']);
}

function bucketsIn(regions: readonly (string | null)[], bytes: number | bigint | null = 5) {
  const buckets = regions.map(
    (region, index): Bucket => ({ id: `bkt_${index}`, created_at: null, name: 'a', region, objects: 2, bytes }),
  );
  return createListing(buckets, fieldsOf.bucket, exact).group({}, ['region'], ['objects', 'bytes']);
}

function inventory(regions: readonly Region[], more: Partial<Inventory> = {}): Inventory {
  return { lists: [{ version: 'v2', regions, complete: true }], nodes: null, buckets: null, ...more };
}

describe('regions joined with nodes and buckets', () => {
  test('have counts and exact sums', async () => {
    const rows = joinInventory(
      inventory([region('fra1'), region('ams1')], {
        nodes: await nodesIn(['fra1', 'fra1']),
        buckets: await bucketsIn(['fra1', 'ams1'], 9_007_199_254_740_993n),
      }),
      {},
    );
    expect(rows.map(({ code, nodes, buckets }) => [code, nodes, buckets])).toEqual([
      ['fra1', 2, 1],
      ['ams1', 0, 1],
    ]);
    expect(rows[0]?.advertised?.total).toBe(20);
    expect(rows[1]?.bytes?.total).toBe(9_007_199_254_740_993n);
  });

  test('have no figures if the deployment does not offer the lists', () => {
    expect(joinInventory(inventory([region('fra1')]), {})[0]).toMatchObject({
      nodes: null,
      advertised: null,
      buckets: null,
      bytes: null,
    });
  });

  test('are followed by unlisted codes, and by rows without a code', async () => {
    const rows = joinInventory(
      inventory([region('fra1')], {
        nodes: await nodesIn(['zzz9', 'fra1', null]),
        buckets: await bucketsIn(['aaa1']),
        allNodes: true,
      }),
      {},
    );
    expect(rows.map(({ code, listedIn, nodes }) => [code, listedIn, nodes])).toEqual([
      ['fra1', ['v2'], 1],
      [null, [], 1],
      ['aaa1', [], 0],
      ['zzz9', [], 1],
    ]);
  });

  test('have no figures for an unlisted code if the list is not exact', async () => {
    const rows = joinInventory(
      inventory([region('fra1')], { nodes: await nodesIn(['zzz9']), buckets: await bucketsIn(['fra1']) }),
      {},
    );
    expect(rows.map(({ code, nodes, buckets, bytes }) => [code, nodes, buckets, bytes?.total])).toEqual([
      ['fra1', 0, 1, 5],
      ['zzz9', 1, null, undefined],
    ]);
  });

  test('count the nodes of a repeated code only once', async () => {
    const rows = joinInventory(
      inventory([region('fra1'), region('fra1')], { nodes: await nodesIn(['fra1']) }),
      {},
    );
    expect(rows.map((row) => row.nodes)).toEqual([1, null]);
  });

  test('show the worse of two versions, and regions of the other version', () => {
    const rows = joinInventory(
      {
        lists: [
          { version: 'v2', regions: [region('fra1')], complete: true },
          { version: 'v1', regions: [region('xyz1'), region('fra1', { status: 'degraded' })], complete: true },
        ],
        nodes: null,
        buckets: null,
      },
      {},
    );
    expect(
      rows.map(({ code, status, listedIn, disagreement }) => [code, status, listedIn, disagreement]),
    ).toEqual([
      ['fra1', 'degraded', ['v1', 'v2'], 'Degraded in v1, operational in v2'],
      ['xyz1', 'operational', ['v1'], null],
    ]);
  });

  test('add up to all nodes and buckets, with any lists', async () => {
    const code = fc.constantFrom('fra1', 'ams1', 'zzz9', 'XX', null);
    const codes = fc.array(code, { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(codes, codes, codes, codes, async (v2, v1, pops, homes) => {
        const rows = joinInventory(
          {
            lists: [
              { version: 'v2', regions: v2.map((each) => region(each)), complete: true },
              { version: 'v1', regions: v1.map((each) => region(each)), complete: true },
            ],
            nodes: await nodesIn(pops),
            buckets: await bucketsIn(homes),
          },
          {},
        );
        const listing = regionRowsListing(rows, exact, noLookups);
        expect((await listing.sum({}, 'nodes')).total).toBe(pops.length);
        expect((await listing.sum({}, 'advertised')).total).toBe(pops.length * 10);
        expect((await listing.sum({}, 'buckets')).total).toBe(homes.length);
        expect((await listing.sum({}, 'bytes')).total).toBe(homes.length * 5);
      }),
    );
  });
});

describe('the listing of joined regions', () => {
  test('sorts by a joined figure, with unknown ones last', async () => {
    const rows = joinInventory(
      inventory([region('ams1'), region(null), region('fra1')], {
        nodes: await nodesIn(['fra1', 'fra1', 'ams1']),
      }),
      {},
    );
    const sorted = await regionRowsListing(rows, exact, noLookups).rows({
      sort: [{ field: 'nodes', descending: true }],
    });
    expect((await sorted.slice(0, 3)).map((row) => row.code)).toEqual(['fra1', 'ams1', null]);
  });

  test('gives unlisted codes no state', async () => {
    const rows = joinInventory(
      inventory([region('fra1', { status: null })], { nodes: await nodesIn(['zzz9']) }),
      {},
    );
    const groups = await regionRowsListing(rows, exact, noLookups).group({}, ['code', 'severity']);
    expect(groups.map((group) => group.key)).toEqual([
      ['fra1', 'unknown'],
      ['zzz9', null],
    ]);
  });
});
