import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SqlDatabase } from './database.ts';
import { openLibsql } from './libsql.ts';

const folder = mkdtempSync(join(tmpdir(), 'service-sql-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function numbers(): Promise<SqlDatabase> {
  const database = openLibsql(':memory:');
  await database.run('create table numbers (id integer primary key, value bigint, word text)');
  return database;
}

test.each([
  0,
  1,
  -1,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  9_007_199_254_740_993n,
  -(2n ** 63n),
  2n ** 63n - 1n,
])('the integer %s is read back unchanged', async (value) => {
  const database = await numbers();
  await database.run('insert into numbers (value) values (?)', [value]);
  expect(await database.all('select value from numbers')).toEqual([{ value }]);
  await database.close();
});

test('sums are exact beyond 2^53', async () => {
  const database = await numbers();
  for (const value of [9_007_199_254_740_991, 2, 3]) {
    await database.run('insert into numbers (value) values (?)', [value]);
  }
  expect(await database.all('select sum(value) as total from numbers')).toEqual([
    { total: 9_007_199_254_740_996n },
  ]);
  await database.close();
});

test('text, null and the count of changed rows are returned', async () => {
  const database = await numbers();
  expect(await database.run('insert into numbers (id, word) values (?, ?), (?, ?)', [1, 'é', 2, null])).toBe(2);
  expect(await database.all('select word from numbers order by id')).toEqual([{ word: 'é' }, { word: null }]);
  await database.close();
});

describe('a transaction', () => {
  test('that throws changes nothing and rethrows the error', async () => {
    const database = await numbers();
    const failing = database.transaction(async (statements) => {
      await statements.run('insert into numbers (id) values (1)');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.all('select id from numbers')).toEqual([]);
    await database.close();
  });

  test('excludes other statements until it ends', async () => {
    const database = await numbers();
    const order: string[] = [];
    const writing = database.transaction(async (statements) => {
      await statements.run('insert into numbers (id) values (1)');
      await Promise.resolve();
      order.push('written');
      await statements.run('insert into numbers (id) values (2)');
      return 'done';
    });
    const reading = database.all('select count(*) as rows from numbers').then((rows) => {
      order.push('read');
      return rows;
    });
    const second = database.transaction((statements) => statements.run('insert into numbers (id) values (3)'));
    expect(await writing).toBe('done');
    expect(await reading).toEqual([{ rows: expect.toSatisfy((rows) => rows === 2 || rows === 3) }]);
    expect(await second).toBe(1);
    expect(order[0]).toBe('written');
    await database.close();
  });
});

test('a file stores what was written', async () => {
  const path = join(folder, 'kept.db');
  const first = openLibsql(path);
  await first.run('create table words (word text)');
  await first.run('insert into words (word) values (?)', ['kept']);
  await first.close();
  const second = openLibsql(path);
  expect(await second.all('select word from words')).toEqual([{ word: 'kept' }]);
  expect(await second.all('pragma synchronous')).toEqual([{ synchronous: 2 }]);
  await second.close();
});

test('a file is used by one process: a second one is refused with a clear message', async () => {
  const path = join(folder, 'locked.db');
  const first = openLibsql(path);
  await first.run('create table words (word text)');
  expect(() => openLibsql(path)).toThrow(
    /locked.db is in use by another process: an import, or edgewatch serve/,
  );
  await first.close();
  const second = openLibsql(path);
  expect(await second.all('select word from words')).toEqual([]);
  await second.close();
}, 20_000);

test('the error for a path that cannot be opened names the path', () => {
  expect(() => openLibsql(join(folder, 'missing', 'x.db'))).toThrow(/missing.*cannot be opened/);
});
