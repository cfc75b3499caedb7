import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { begin, cookieOf, day, gated, preparePassword, right } from '#testing/gated.ts';
import {
  hasPostgres,
  openProxy,
  type PostgresProxy,
  PostgresServer,
  whyNoPostgres,
} from '#testing/postgres-server.ts';
import { SharedDatabase } from '../../history/store/postgres/shared-database.ts';
import { ownAccessState } from '../access-state.ts';
import { SharedAccess } from './shared-access.ts';
import { SharedWallLinks } from './shared-wall-links.ts';

/** Milliseconds within which a log-out or a revoked link reaches every host. */
const soon = { timeout: 4_000 };

const hour = 60 * 60_000;

describe.skipIf(!hasPostgres)(`several hosts with one database${whyNoPostgres}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    await preparePassword();
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());

  async function newDatabase(): Promise<string> {
    const name = `shared_${randomUUID().replaceAll('-', '')}`;
    await server.query('postgres', `create database ${name}`);
    return name;
  }

  /** Starts access control of a host. Its monotonic clock is ahead by `clock.monotonic` milliseconds. */
  async function host(url: string) {
    const database = new SharedDatabase(url);
    const lines: string[] = [];
    const times = { now: begin, monotonic: 0 };
    const shared = new SharedAccess({
      database,
      report: (line) => lines.push(line),
      monotonic: () => performance.now() + times.monotonic,
    });
    await shared.start();
    onTestFinished(async () => {
      shared.close();
      await database.close();
    });
    const state = { ...ownAccessState(() => times.now), sessions: shared, wallLinks: shared, shared };
    return { ...gated({ state }), lines, times, shared };
  }

  async function links(url: string): Promise<SharedWallLinks> {
    const opened = new SharedWallLinks(url);
    onTestFinished(() => opened.close());
    return opened;
  }

  const logOut = { method: 'POST' };

  async function cutNetwork(): Promise<PostgresProxy> {
    const proxy = await openProxy(server);
    onTestFinished(() => proxy.close());
    return proxy;
  }

  test('a viewer logs in once, and is known at each host at once', async () => {
    const url = server.url(await newDatabase());
    const [first, second] = [await host(url), await host(url)];
    const cookie = await first.logIn();
    expect(await second.seen('/open', cookie)).toBe(200);
    expect(await (await host(url)).seen('/open', cookie)).toBe(200);
  });

  test('a log-out ends the session at every host', async () => {
    const url = server.url(await newDatabase());
    const [first, second] = [await host(url), await host(url)];
    const cookie = await first.logIn();
    expect(await second.seen('/open', cookie)).toBe(200);
    await first.ask('/logout', { ...logOut, headers: { cookie } });
    expect(await first.seen('/open', cookie)).toBe(303);
    await expect.poll(() => second.seen('/open', cookie), soon).toBe(303);
    expect(await (await host(url)).seen('/open', cookie)).toBe(303);
  });

  test('a session ends after seven days, and with a new password', async () => {
    const url = server.url(await newDatabase());
    const [first, second] = [await host(url), await host(url)];
    const cookie = await first.logIn();
    second.times.now += 7 * day - 1;
    expect(await second.seen('/open', cookie)).toBe(200);
    second.times.now += 1;
    expect(await second.seen('/open', cookie)).toBe(303);
    const changed = gated({ state: second.state, password: 'scrypt:16384:8:1:AAAA:AAAA' });
    expect(await changed.seen('/open', cookie)).toBe(303);
  });

  test('a wall link works at each host at once, and ends at each host', async () => {
    const url = server.url(await newDatabase());
    const [first, second, made] = [await host(url), await host(url), await links(url)];
    const key = await made.add('lobby', ['team'], new Date(begin));
    for (const { ask } of [first, second]) {
      const opened = await ask(`/wall?key=${key}`);
      expect(opened.status).toBe(303);
      const cookie = cookieOf(opened);
      expect((await ask('/config.json', { headers: { cookie } })).status).toBe(200);
    }
    const cookie = `edgewatch-wall=${key}`;
    expect(await second.seen('/vault/wall', cookie)).toBe(200);
    await expect(made.add('lobby', [], new Date(begin))).rejects.toThrow(
      'There is a wall link "lobby" already',
    );
    expect(await made.list()).toMatchObject([{ name: 'lobby', groups: ['team'] }]);
    await made.revoke('lobby');
    for (const { seen } of [first, second]) await expect.poll(() => seen('/wall', cookie), soon).toBe(401);
    await expect(made.revoke('lobby')).rejects.toThrow('There is no wall link "lobby"');
    expect(await made.list()).toEqual([]);
  });

  test('of several people who add the same wall link, one gets it, and the others are told', async () => {
    const url = server.url(await newDatabase());
    const people = [await links(url), await links(url), await links(url), await links(url)];
    await people[0]?.list();
    const added = await Promise.allSettled(people.map((made) => made.add('lobby', [], new Date(begin))));
    const refusals = added.flatMap((each) => (each.status === 'rejected' ? String(each.reason.message) : []));
    expect(refusals).toEqual(
      Array.from({ length: 3 }, () => 'There is a wall link "lobby" already; revoke it first.'),
    );
    expect(await people[0]?.list()).toHaveLength(1);
  });

  test('neither a token nor a key is in the database', async () => {
    const name = await newDatabase();
    const url = server.url(name);
    const [{ logIn }, made] = [await host(url), await links(url)];
    const token = (await logIn()).split('=')[1] ?? '';
    const key = await made.add('lobby', [], new Date(begin));
    const [stored] = await server.query(
      name,
      `select (select json_agg(session) from session)::text as sessions,
         (select json_agg(wall_link) from wall_link)::text as links`,
    );
    const text = JSON.stringify(stored);
    expect(text).toContain('lobby');
    for (const secret of [token, key]) expect(text).not.toContain(secret);
    expect(text).not.toContain('scrypt');
  });

  test('without the database nobody logs in, and present viewers stay for twelve hours', async () => {
    const proxy = await cutNetwork();
    const { logIn, guess, ask, seen, lines, times, shared } = await host(proxy.url);
    const cookie = await logIn();
    proxy.cut();
    const refused = await guess(right);
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('Nobody can log in at this moment.');
    const page = await ask('/login');
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('Nobody can log in')]);
    expect(lines).toHaveLength(1);
    expect(await seen('/open', cookie)).toBe(200);
    times.monotonic += 12 * hour - 60_000;
    expect(await seen('/open', cookie)).toBe(200);
    times.monotonic += 2 * 60_000;
    expect(await seen('/open', cookie)).toBe(303);
    proxy.restore();
    await expect.poll(() => shared.isResponding, { timeout: 15_000 }).toBe(true);
    expect(await seen('/open', cookie)).toBe(200);
    expect((await guess(right)).status).toBe(303);
    expect(lines).toHaveLength(2);
  });

  test('a log-out without the database is valid here at once, and elsewhere once it responds', async () => {
    const proxy = await cutNetwork();
    const [first, second] = [await host(proxy.url), await host(server.url())];
    const cookie = await first.logIn();
    expect(await second.seen('/open', cookie)).toBe(200);
    proxy.cut();
    await first.ask('/logout', { ...logOut, headers: { cookie } });
    expect(await first.seen('/open', cookie)).toBe(303);
    expect(await second.seen('/open', cookie)).toBe(200);
    proxy.restore();
    await expect.poll(() => second.seen('/open', cookie), { timeout: 15_000 }).toBe(303);
    expect(await first.seen('/open', cookie)).toBe(303);
  });

  test('a session that an older backup does not have is over', async () => {
    const name = await newDatabase();
    const [first, second] = [await host(server.url(name)), await host(server.url(name))];
    const [lost, kept] = [await first.logIn(), await first.logIn()];
    for (const cookie of [lost, kept]) expect(await second.seen('/open', cookie)).toBe(200);
    await server.query(name, 'delete from session where version = 1; update access_version set version = 0');
    for (const { seen } of [first, second]) {
      await expect.poll(() => seen('/open', lost), soon).toBe(303);
      expect(await seen('/open', kept)).toBe(200);
    }
  });

  test('a log-out that a failover lost is stored again', async () => {
    const name = await newDatabase();
    const [first, second] = [await host(server.url(name)), await host(server.url(name))];
    const cookie = await first.logIn();
    // The server accepts the log-out, and the next one does not have it.
    await server.query(name, 'create rule lost as on update to session do instead nothing');
    await first.ask('/logout', { ...logOut, headers: { cookie } });
    expect(await second.seen('/open', cookie)).toBe(200);
    await server.query(name, 'drop rule lost on session; update access_version set version = 0');
    await expect.poll(() => second.seen('/open', cookie), { timeout: 8_000 }).toBe(303);
    expect(await first.seen('/open', cookie)).toBe(303);
    expect(await server.query(name, 'select is_over from session')).toEqual([{ is_over: true }]);
  }, 15_000);

  test('cookies that nobody gave do not become many queries', async () => {
    const name = await newDatabase();
    const { seen } = await host(server.url(name));
    const before = performance.now();
    const cookies = Array.from({ length: 200 }, () => `edgewatch-session=${'x'.repeat(43)}`);
    expect(new Set(await Promise.all(cookies.map((cookie) => seen('/open', cookie))))).toEqual(new Set([303]));
    expect(performance.now() - before).toBeLessThan(1_500);
  });
});
