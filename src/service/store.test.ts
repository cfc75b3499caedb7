import { expect, test } from 'vitest';
import { type ListResource, listFields } from '#contract/resources.ts';
import { loadFleet } from './demo/load.ts';
import type { SqlDatabase, SqlValue } from './sql/database.ts';
import { openLibsql } from './sql/libsql.ts';
import { openStore } from './store.ts';

/** Wraps a database and records every query, so that the test can ask for its query plan. */
function recording(database: SqlDatabase) {
  const queries: { readonly sql: string; readonly parameters: readonly SqlValue[] }[] = [];
  const recorded: SqlDatabase = {
    all: (sql, parameters = []) => {
      queries.push({ sql, parameters });
      return database.all(sql, parameters);
    },
    run: (sql, parameters) => database.run(sql, parameters),
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
  };
  return { recorded, queries };
}

const resources = Object.keys(listFields) as ListResource[];

test('every list is read along an index in its order, complete and by region', async () => {
  const database = openLibsql(':memory:');
  const { recorded, queries } = recording(database);
  const store = await openStore(recorded);
  queries.length = 0;
  for (const resource of resources) {
    await store.list(resource, { limit: 10 });
    await store.list(resource, { limit: 10, region: 'fra1' });
  }
  expect(queries).toHaveLength(12);
  for (const { sql, parameters } of queries) {
    const plan = await database.all(`explain query plan ${sql}`, parameters);
    const steps = plan.map((step) => String(step['detail'])).join('; ');
    expect([sql, steps]).toEqual([
      sql,
      expect.stringMatching(/^(SCAN|SEARCH) \w+ USING INDEX \w+( \(\w+=\?\))?$/),
    ]);
  }
  await store.close();
});

test('a revision grows with each change of its resource, and only after the commit', async () => {
  const store = await openStore(openLibsql(':memory:'));
  await store.change(['node'], async () => {
    expect(store.revision('node')).toBe(0);
  });
  await expect(store.change(['node'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect([store.revision('node'), store.revision('bucket')]).toEqual([1, 0]);
  await store.close();
});

test('the status comes from one moment and is empty before the first write', async () => {
  const store = await openStore(openLibsql(':memory:'));
  expect(await store.status()).toEqual({ components: [], updatedAt: 0 });
  await loadFleet(store, { seed: 1, scale: 0.01, start: 1_700_000_000_000 });
  const { components, updatedAt } = await store.status();
  expect([components.length, components[0]?.name, updatedAt]).toEqual([18, 'API', 1_700_000_000_000]);
  await store.close();
});
