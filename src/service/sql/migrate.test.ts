import { expect, test } from 'vitest';
import { openLibsql } from './libsql.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

const words = { name: 'words', statements: ['create table words (word text)'] };
const letters = { name: 'letters', statements: ['create table letters (letter text)'] };

test('each migration runs once, in order', async () => {
  const database = openLibsql(':memory:');
  expect(await migrate(database, [words])).toEqual(['words']);
  expect(await migrate(database, [words, letters])).toEqual(['letters']);
  expect(await migrate(database, [words, letters])).toEqual([]);
  await database.close();
});

test('a migration that fails half way leaves nothing, and can run again', async () => {
  const database = openLibsql(':memory:');
  const broken = { name: 'letters', statements: [...letters.statements, 'create nonsense'] };
  await expect(migrate(database, [words, broken])).rejects.toThrow('nonsense');
  expect(await migrate(database, [words, letters])).toEqual(['letters']);
  await database.close();
});

test('a database from a newer version is refused with a clear message', async () => {
  const database = openLibsql(':memory:');
  await migrate(database, [words, letters]);
  await expect(migrate(database, [words])).rejects.toThrow(/"letters", which this version does not know/);
  await database.close();
});

test('names are unique', () => {
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
});
