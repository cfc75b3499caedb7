import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres, openProxy, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { StoreFailure } from '../store.ts';
import { Connections, codeOf } from './connections.ts';

describe.skipIf(!hasPostgres)(`connections to PostgreSQL${whyNoPostgres}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());

  function connections(url = server.url(), milliseconds = 1_000): Connections {
    const opened = new Connections(url, { most: 1, milliseconds });
    onTestFinished(() => opened.close());
    return opened;
  }

  async function sessionOf(opened: Connections): Promise<number> {
    const sql = 'select pg_backend_pid() as id';
    const { rows } = await opened.use((client) => client.query<{ id: number }>(sql));
    return rows[0]?.id ?? 0;
  }

  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (cause: unknown) => cause,
    );

  test('are kept, unless something failed', async () => {
    const opened = connections();
    const first = await sessionOf(opened);
    expect(await sessionOf(opened)).toBe(first);
    expect(await failureOf(opened.use((client) => client.query('select')))).toBeNull();
    expect(await failureOf(opened.use((client) => client.query('nonsense')))).toBeInstanceOf(StoreFailure);
    expect(await sessionOf(opened)).not.toBe(first);
  });

  test('end a statement that takes too long', async () => {
    const opened = connections(server.url(), 200);
    const slow = opened.transact({}, (client) => client.query('select pg_sleep(30)'));
    expect(codeOf(await failureOf(slow))).toBe('57014');
    const sleeping =
      "select 1 from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()";
    await expect.poll(() => server.query('postgres', sleeping)).toEqual([]);
  });

  test('do not wait for a client that stops in a transaction', async () => {
    const opened = connections(server.url(), 300);
    await server.query('postgres', 'create table waited (id integer)');
    let goOn: () => void = () => undefined;
    const stopped = new Promise<void>((settle) => {
      goOn = settle;
    });
    let isLocked = false;
    const first = opened.transact({}, async (client) => {
      await client.query('lock table waited');
      isLocked = true;
      await stopped;
      await client.query('insert into waited values (1)');
    });
    const failed = failureOf(first);
    await expect.poll(() => isLocked).toBe(true);
    // The server ends the session of the client, and with it the lock.
    expect(await server.query('postgres', 'select * from waited')).toEqual([]);
    goOn();
    expect(await failed).toBeInstanceOf(StoreFailure);
    expect(await server.query('postgres', 'select * from waited')).toEqual([]);
  });

  test('leave a server that became read-only', async () => {
    await server.query('postgres', 'create database demoted');
    await server.query('postgres', 'alter database demoted set default_transaction_read_only = on');
    const opened = connections(server.url('demoted'));
    const write = () => opened.use((client) => client.query('create table written (id integer)'));
    expect(codeOf(await failureOf(write()))).toBe('25006');
    // New sessions may write. The setting of an open session stays.
    await server.query('postgres', 'alter database demoted reset default_transaction_read_only');
    expect(await failureOf(write())).toBeNull();
  });

  test('survive a restart of the server', async () => {
    const opened = connections();
    const first = await sessionOf(opened);
    await server.stop();
    expect(await failureOf(sessionOf(opened))).toBeInstanceOf(StoreFailure);
    await server.run();
    expect(await sessionOf(opened)).not.toBe(first);
  });

  test('report a commit only if the server did commit', async () => {
    const opened = connections();
    const work = opened.transact({}, async (client) => {
      await client.query('create table lost (id integer)');
      await client.query('nonsense').catch(() => undefined);
    });
    expect(await failureOf(work)).toBeInstanceOf(StoreFailure);
  });

  test('survive that a file of the address is missing for a moment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'authority-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'authority.pem');
    const url = `${server.url()}&sslmode=disable&sslrootcert=${file}`;
    const opened = new Connections(url, { most: 2, milliseconds: 1_000 });
    onTestFinished(() => opened.close());
    expect(await failureOf(sessionOf(opened))).toBeInstanceOf(StoreFailure);
    writeFileSync(file, '');
    const first = await sessionOf(opened);
    rmSync(file);
    // One gets the open connection, the other a new one.
    const both = await Promise.all([sessionOf(opened), sessionOf(opened)]);
    expect(both).toContain(first);
    expect(new Set(both).size).toBe(2);
  });

  test('give up a network that says nothing', async () => {
    const proxy = await openProxy(server);
    onTestFinished(() => proxy.close());
    const opened = connections(proxy.url, 300);
    const first = await sessionOf(opened);
    proxy.silence();
    const began = performance.now();
    expect(await failureOf(sessionOf(opened))).toBeInstanceOf(StoreFailure);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await sessionOf(opened)).not.toBe(first);
  });
});
