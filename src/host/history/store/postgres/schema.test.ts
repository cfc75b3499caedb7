import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { PostgresDatabase } from './postgres-store.ts';

describe.skipIf(!hasPostgres)(`the tables in PostgreSQL${whyNoPostgres}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());

  function databaseOf(name: string): PostgresDatabase {
    const database = new PostgresDatabase(server.url(name));
    onTestFinished(() => database.close());
    return database;
  }

  test('are created once, by several hosts that start together', async () => {
    await server.query('postgres', 'create database together');
    const hosts = Array.from({ length: 6 }, () => databaseOf('together'));
    expect(new Set(await Promise.all(hosts.map((host) => host.prepare())))).toEqual(new Set(['ready']));
    expect(await server.query('together', 'select count(*)::integer from schema_version')).toEqual([
      { count: 1 },
    ]);
  });

  test('of a newer version are refused, and stay as they are', async () => {
    await server.query('postgres', 'create database newer');
    await databaseOf('newer').prepare();
    await server.query('newer', 'update schema_version set version = 99');
    expect(await databaseOf('newer').prepare()).toBe('newer');
    expect(await server.query('newer', 'select version from schema_version')).toEqual([{ version: 99 }]);
  });

  test('of the first version get what came later, and keep their rows', async () => {
    await server.query('postgres', 'create database older');
    await databaseOf('older').prepare();
    await server.query('older', "insert into record (deployment) values ('edge')");
    await server.query(
      'older',
      `drop table journal, access_version, session, wall_link, webhook_reported, webhook_message;
       alter table record drop column revision, drop column orders;
       update schema_version set version = 1`,
    );
    expect(await databaseOf('older').prepare()).toBe('ready');
    expect(await server.query('older', 'select version::integer from access_version')).toEqual([
      { version: 0 },
    ]);
    expect(await server.query('older', 'select deployment from record')).toEqual([{ deployment: 'edge' }]);
  });

  test('are not created in a database whose encoding lacks letters', async () => {
    const create = "create database latin encoding 'LATIN1' locale 'C' template template0";
    await server.query('postgres', create);
    await expect(databaseOf('latin').prepare()).rejects.toThrow('its encoding is LATIN1; UTF8 is needed');
  });
});
