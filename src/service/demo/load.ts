/** Loads the demo fleet into an empty store. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListResource } from '#contract/resources.ts';
import type { SqlValue } from '../sql/database.ts';
import { columnsOf, insertRows, type Store, tables } from '../store.ts';
import {
  type FleetOptions,
  makeApplications,
  makeAssets,
  makeBuckets,
  makeComponents,
  makeEvents,
  makeNodes,
  makeRegions,
} from './fleet.ts';

/** Number of rows written before the thread yields: some milliseconds of work. */
const rowsPerBatch = 500;

export function valuesOf(resource: ListResource, row: object): readonly SqlValue[] {
  // Each fleet row holds one text or integer per column. A missing value fails at `not null`.
  return columnsOf(resource).map((column) => (Reflect.get(row, column) as SqlValue | undefined) ?? null);
}

async function insertAll(store: Store, resource: ListResource, rows: Iterable<object>): Promise<void> {
  const columns = columnsOf(resource);
  let batch: (readonly SqlValue[])[] = [];
  const write = async (): Promise<void> => {
    const values = batch;
    batch = [];
    await store.change([resource], (statements) => insertRows(statements, tables[resource], columns, values));
    await nextTurn();
  };
  for (const row of rows) {
    batch.push(valuesOf(resource, row));
    if (batch.length === rowsPerBatch) await write();
  }
  if (batch.length > 0) await write();
}

export async function loadFleet(store: Store, options: FleetOptions): Promise<void> {
  await store.change(['status'], async (statements) => {
    const components = makeComponents().map(({ name, position, status }) => [name, position, status]);
    await insertRows(statements, 'components', ['name', 'position', 'status'], components);
    await statements.run('insert into service_state (id, updated_at) values (1, ?)', [options.start]);
  });
  await insertAll(store, 'region', makeRegions());
  await insertAll(store, 'node', makeNodes(options));
  await insertAll(store, 'bucket', makeBuckets(options));
  await insertAll(store, 'asset', makeAssets(options));
  await insertAll(store, 'application', makeApplications(options));
  await insertAll(store, 'event', makeEvents(options));
}
