import { expect, test } from 'vitest';
import type { Node } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing } from '#domain/lists/listing.ts';
import { summaryOf } from './list-summary.ts';
import { saidOfList } from './said.ts';

const node = (id: string, pop: string, status: string): Node => {
  return { id, created_at: '2026-01-01T00:00:00Z', status, pop, capacity: '100G' };
};

async function totalsOf(...nodes: readonly Node[]) {
  const listing = createListing(nodes, fieldsOf.node, exact);
  const { totals } = await saidOfList('node', listing, await summaryOf('node', listing, {}));
  return Object.fromEntries(totals.map(({ name, value }) => [name, value]));
}

test('totals are of the whole list and of each region', async () => {
  expect(await totalsOf(node('a', 'fra1', 'operational'), node('b', 'ams1', 'down'))).toEqual({
    'totals/nodes': 2,
    'totals/nodes/fra1': 1,
    'totals/nodes/ams1': 1,
    'totals/nodes-ok': 1,
    'totals/nodes-ok/fra1': 1,
    'totals/nodes-ok/ams1': 0,
    'totals/capacity': 200,
    'totals/capacity/fra1': 100,
    'totals/capacity/ams1': 100,
  });
});

test('an empty list has none, which is a number', async () => {
  expect(await totalsOf()).toEqual({ 'totals/nodes': 0, 'totals/nodes-ok': 0, 'totals/capacity': 0 });
});
