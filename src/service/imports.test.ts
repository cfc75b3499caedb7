import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { idOf } from '#testing/file-bytes.ts';
import { loadFleet } from './demo/load.ts';
import { readImported, replaceList } from './imports.ts';
import type { SqlDatabase } from './sql/database.ts';
import { openLibsql } from './sql/libsql.ts';
import { openStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'service-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const event = (number: number) => [idOf('evt', number), 0, 'a', number, 'api'];

function indexesOf(database: SqlDatabase) {
  return database.all("select name, sql from sqlite_master where type = 'index' order by name");
}

test('a list is replaced with its indexes, its revision and its claim', async () => {
  const database = openLibsql(':memory:');
  const store = await openStore(database);
  await loadFleet(store, { seed: 1, scale: 0.1, start: 0 });
  const [before, revision] = [await indexesOf(database), store.revision('event')];
  const { stored, replaced } = await replaceList(store, 'event', async ({ insert }) => {
    expect(await insert([event(1), event(2)])).toEqual([]);
    return 'known-regions';
  });
  expect(stored).toBe(2);
  expect(replaced).toBeGreaterThan(2);
  expect(await indexesOf(database)).toEqual(before);
  expect(store.revision('event')).toBe(revision + 1);
  expect((await store.list('event', { limit: 9 })).rows).toHaveLength(2);
  expect((await readImported(store)).lists).toEqual(new Map([['event', 'known-regions']]));
  await store.close();
});

test('repeated ids are named, in the same batch and in a later one', async () => {
  const store = await openStore(openLibsql(':memory:'));
  await replaceList(store, 'event', async ({ insert }) => {
    expect(await insert([event(1), event(2), event(1)])).toEqual([2]);
    expect(await insert([event(3), event(2)])).toEqual([1]);
    return 'exact';
  });
  expect((await store.list('event', { limit: 9 })).rows).toHaveLength(3);
  await store.close();
});

test('a file stays as it was if the import fails, also for the next process', async () => {
  const path = join(folder, 'kept.db');
  const store = await openStore(openLibsql(path));
  await replaceList(store, 'event', async ({ insert }) => {
    await insert([event(1)]);
    return 'exact';
  });
  const failing = replaceList(store, 'event', async ({ insert }) => {
    await insert([event(2), event(3)]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await store.close();
  const again = await openStore(openLibsql(path));
  expect((await again.list('event', { limit: 9 })).rows).toEqual([
    { id: idOf('evt', 1), created_at: 0, name: 'a', count: 1, source: 'api' },
  ]);
  await again.close();
});
