import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { SharedDatabase } from './shared-database.ts';

describe.skipIf(!hasPostgres)(`the database of sessions and messages${whyNoPostgres}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
    for (const name of ['first', 'second']) await server.query('postgres', `create database ${name}`);
  });
  afterAll(() => server.remove());

  test('can be replaced by another one, which has no tables yet', async () => {
    const database = new SharedDatabase(server.url('first'));
    onTestFinished(() => database.close());
    const sessions = (from: SharedDatabase | SharedDatabase['forLease']) =>
      from.use(async (client) => (await client.query('select from session')).rowCount);
    expect(await sessions(database)).toBe(0);
    await server.query('first', "insert into session values ('a', '', 0, false, 1)");
    expect([await sessions(database), await sessions(database.forLease)]).toEqual([1, 1]);
    database.readdress(server.url('second'));
    expect([await sessions(database), await sessions(database.forLease)]).toEqual([0, 0]);
    database.readdress(server.url('first'));
    expect(await sessions(database)).toBe(1);
  });
});
