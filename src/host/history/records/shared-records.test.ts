import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sharedHost, takeover } from '#testing/history/shared-hosts.ts';
import { hasPostgres, openProxy, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';

describe.skipIf(!hasPostgres)(`deployments in a shared database${whyNoPostgres}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    await server.query('postgres', 'drop schema public cascade; create schema public');
  });

  const host = (url = server.url(), slugs?: readonly string[]) => sharedHost(url, slugs);

  /** The times of all stored polls. */
  const polls = async () =>
    (await server.query('postgres', 'select at::float8 from look order by at')).map(({ at }) => at);

  test('are recorded by one host, and by another once that has stopped', async () => {
    const first = host();
    await expect.poll(first.state, { timeout: takeover }).toBe('records');
    const second = host();
    await expect.poll(second.state, { timeout: takeover }).toBe('locked');
    const before = await first.poll('operational');
    await second.poll('down');
    await first.close();
    await expect.poll(second.state, { timeout: 3_000 }).toBe('records');
    expect(second.opened()).toBe(1);
    const after = await second.poll('operational');
    expect(await polls()).toEqual([before, after]);
    expect(second.gaps()).toEqual([
      ['host-stopped', 'stopped'],
      ['pending', null],
    ]);
  });

  test('are recorded by another host if the network of the first fails, and nothing is lost or doubled', async () => {
    const proxy = await openProxy(server);
    onTestFinished(() => proxy.close());
    const first = host(proxy.url);
    await expect.poll(first.state, { timeout: takeover }).toBe('records');
    const second = host();
    const before = await first.poll('operational');
    proxy.cut();
    const cutAt = performance.now();
    const lost = first.poll('down');
    await expect.poll(second.state, { timeout: takeover }).toBe('records');
    expect(performance.now() - cutAt).toBeLessThan(takeover);
    const after = await second.poll('operational');
    await lost;
    expect(first.state()).toBe('store');
    expect(first.lines.some((line) => line.startsWith('The database cannot be used: '))).toBe(true);
    proxy.restore();
    await expect.poll(first.state, { timeout: takeover }).toBe('locked');
    await first.poll('down');
    expect(await polls()).toEqual([before, after]);
    expect(second.gaps()?.[0]).toEqual(['host-stopped', 'killed']);
    expect(first.lines.at(-1)).toBe('The database responds again.');
  }, 60_000);

  test('go on after a restart of the database, with a gap that names it', async () => {
    const only = host();
    await expect.poll(only.state, { timeout: takeover }).toBe('records');
    await only.poll('operational');
    await server.stop();
    await only.poll('operational');
    expect(only.state()).toBe('store');
    await server.run();
    await expect.poll(only.state, { timeout: takeover }).toBe('records');
    const { records } = only;
    const record = records.of('edge')?.record;
    expect(record?.present.interruptions.map(({ cause }) => cause)).toEqual(['store']);
    expect(record?.present.runs).toHaveLength(1);
    await only.poll('operational');
    expect(await polls()).toHaveLength(2);
  }, 60_000);

  test('wait for a database that is not there yet', async () => {
    await server.stop();
    const early = host();
    await expect.poll(early.state, { timeout: takeover }).toBe('store');
    await server.run();
    await expect.poll(early.state, { timeout: takeover }).toBe('records');
    await early.poll('operational');
    expect(await polls()).toHaveLength(1);
  }, 60_000);

  test('are left to others when they are no longer configured', async () => {
    const first = host(server.url(), ['edge', 'store']);
    await expect.poll(first.states, { timeout: takeover }).toEqual({ edge: 'records', store: 'records' });
    const second = host(server.url(), ['edge', 'store']);
    await expect.poll(second.states, { timeout: takeover }).toEqual({ edge: 'locked', store: 'locked' });
    first.records.take(['edge']);
    await expect.poll(second.states, { timeout: 4_000 }).toEqual({ edge: 'locked', store: 'records' });
    expect(first.states()).toEqual({ edge: 'records' });
  }, 30_000);

  test('are divided among hosts that start together', async () => {
    const slugs = Array.from({ length: 60 }, (_, index) => `d${index}`);
    const hosts = [host(server.url(), slugs), host(server.url(), slugs)];
    const recorded = () =>
      hosts.map(({ states }) => Object.values(states()).filter((each) => each === 'records').length);
    await expect.poll(() => recorded().reduce((sum, each) => sum + each, 0), { timeout: 30_000 }).toBe(60);
    expect(Math.min(...recorded())).toBeGreaterThan(5);
  }, 60_000);

  test('of tables of a newer version are not recorded', async () => {
    const first = host();
    await expect.poll(first.state, { timeout: takeover }).toBe('records');
    await first.close();
    await server.query('postgres', 'update schema_version set version = 99');
    const older = host();
    await expect.poll(older.state, { timeout: takeover }).toBe('newer');
    expect(older.lines).toEqual([
      'The tables in the history database are of a newer version of Edgewatch, and stay as they are.',
    ]);
  });
});
