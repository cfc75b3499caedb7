import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoint, look } from '#testing/history/history-file.ts';
import { added, newNote, notesOf } from '#testing/history/notes.ts';
import { storedRows } from '#testing/history/stored-rows.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import type { Row } from '../../rows.ts';
import { Lease, Leases, leaseMilliseconds } from './leases.ts';
import { PostgresDatabase } from './postgres-store.ts';

test('a host trusts its lease for a second less than the server, from the start of its attempt', () => {
  const lease = new Lease('edge', 1, 1_000);
  expect(lease.isTrusted(1_000 + leaseMilliseconds - 1_001)).toBe(true);
  expect(lease.isTrusted(1_000 + leaseMilliseconds - 1_000)).toBe(false);
  lease.renewed(3_000);
  expect(lease.isTrusted(3_000 + leaseMilliseconds - 1_001)).toBe(true);
  expect(lease.isTrusted(3_000 + leaseMilliseconds - 1_000)).toBe(false);
});

describe.skipIf(!hasPostgres)(`a lease in PostgreSQL${whyNoPostgres}`, () => {
  let server: PostgresServer;
  let database: PostgresDatabase;
  beforeAll(async () => {
    server = await PostgresServer.start();
    database = new PostgresDatabase(server.url());
    await database.prepare();
  });
  afterAll(async () => {
    await database.close();
    await server.remove();
  });

  const host = (name: string) => new Leases(database.forLeases, name);
  const newSlug = () => `edge-${randomUUID()}`;
  const expire = () =>
    server.query('postgres', "update lease set expires_at = clock_timestamp() - interval '1 ms'");

  async function takenBy(leases: Leases, slug: string): Promise<Lease> {
    const [lease] = await leases.take([slug]);
    if (!lease) throw new Error(`${slug} is not free.`);
    return lease;
  }

  /** A lease whose holder believes in it for ever. */
  const believed = ({ deployment, epoch }: Lease) => new Lease(deployment, epoch, Number.POSITIVE_INFINITY);

  test('belongs to one host, until it is not renewed in time', async () => {
    const [slug, first, second] = [newSlug(), host('first'), host('second')];
    const lease = await takenBy(first, slug);
    expect(await second.take([slug])).toEqual([]);
    expect(await first.renew([lease])).toEqual([]);
    await expire();
    const later = await takenBy(second, slug);
    expect(later.epoch).toBe(lease.epoch + 1);
    expect(await first.renew([lease])).toEqual([lease]);
    expect(await first.take([slug])).toEqual([]);
  });

  test('is kept by a late renewal, if no other host has taken it', async () => {
    const [slug, first] = [newSlug(), host('first')];
    const lease = await takenBy(first, slug);
    await expire();
    expect(await first.renew([lease])).toEqual([]);
    expect(await host('second').take([slug])).toEqual([]);
  });

  test('is free at once after its holder gives it back, and only that holder can', async () => {
    const [slug, first, second] = [newSlug(), host('first'), host('second')];
    const lease = await takenBy(first, slug);
    await first.release([lease]);
    const later = await takenBy(second, slug);
    await first.release([lease]);
    expect(await second.renew([later])).toEqual([]);
    expect(await first.take([slug])).toEqual([]);
  });

  test('that a host lost and took again has another epoch, so its earlier term writes nothing', async () => {
    const [slug, first] = [newSlug(), host('first')];
    const before = await database.open(believed(await takenBy(first, slug)));
    await before.write([endpoint]);
    await expire();
    const after = await database.open(await takenBy(first, slug));
    await expect(before.write([look(0)])).rejects.toMatchObject({ fault: 'lost' });
    await after.write([look(10)]);
    expect((await storedRows(after)).filter(({ table }) => table === 'look')).toEqual([look(10)]);
  });

  test('that another host took keeps a host from writing that still believes in it', async () => {
    const slug = newSlug();
    const first = await database.open(believed(await takenBy(host('first'), slug)));
    await first.write([endpoint, look(0)]);
    await expire();
    const second = await database.open(await takenBy(host('second'), slug));
    const rows = await storedRows(second);
    await expect(first.write([look(10)])).rejects.toMatchObject({ fault: 'lost' });
    await expect(first.tidy({ rawDays: 1, hourDays: 1, spanDays: 1 }, Date.now())).rejects.toMatchObject({
      fault: 'lost',
    });
    expect(await storedRows(second)).toEqual(rows);
  });

  test('is not needed to write notes, which hosts write one after another', async () => {
    const slug = newSlug();
    const first = await database.open(believed(await takenBy(host('first'), slug)));
    await expire();
    const second = await database.open(await takenBy(host('second'), slug));
    const writers = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? first : second));
    const ids = await Promise.all(writers.map((store, index) => added(store, newNote(index))));
    expect(ids.toSorted((a, b) => a - b)).toEqual(writers.map((_, index) => index + 1));
    expect(await notesOf(first)).toEqual(await notesOf(second));
  });

  test('that is no longer trusted keeps its host from writing, although nobody took it', async () => {
    const slug = newSlug();
    const lease = await takenBy(host('first'), slug);
    const store = await database.open(new Lease(slug, lease.epoch, performance.now() - leaseMilliseconds));
    await expect(store.write([endpoint])).rejects.toMatchObject({ fault: 'lost' });
    expect(await storedRows(store)).toEqual([]);
  });

  test('does not depend on the clocks of the hosts', async () => {
    const [slug, first, second] = [newSlug(), host('first'), host('second')];
    const now = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
    const lease = await takenBy(first, slug);
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 60_000);
    expect(await second.take([slug])).toEqual([]);
    expect(await first.renew([lease])).toEqual([]);
    vi.restoreAllMocks();
  });

  test('is taken by one of several hosts that want it at the same time', async () => {
    const slugs = Array.from({ length: 20 }, newSlug);
    const hosts = Array.from({ length: 6 }, (_, index) => {
      const own = new PostgresDatabase(server.url());
      const leases = new Leases(own.forLeases, `host ${index}`);
      return leases.take(slugs.toSorted(() => Math.random() - 0.5)).finally(() => own.close());
    });
    const taken = (await Promise.all(hosts)).flat().map(({ deployment }) => deployment);
    expect(taken.toSorted()).toEqual(slugs.toSorted());
  });

  /** Begins a write of the holder that stops in its transaction. @returns the session's own lock. */
  async function stoppedWrite(slug: string, epoch: number, rows: readonly Row[]) {
    let goOn: () => void = () => undefined;
    const stopped = new Promise<void>((settle) => {
      goOn = settle;
    });
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((settle) => {
      begun = settle;
    });
    const guard = `select from lease where deployment = '${slug}' and epoch = ${epoch} for key share`;
    const write = database.usual.transact({ guard }, async (client) => {
      begun();
      await stopped;
      await client.query('select 1');
      return rows;
    });
    await isBegun;
    return { goOn, write };
  }

  test('is renewed while its holder writes', async () => {
    const [slug, first] = [newSlug(), host('first')];
    const lease = await takenBy(first, slug);
    const { goOn, write } = await stoppedWrite(slug, lease.epoch, []);
    const began = performance.now();
    expect(await first.renew([lease])).toEqual([]);
    expect(performance.now() - began).toBeLessThan(1_000);
    goOn();
    await write;
  });

  test('is not taken in the middle of a transaction, which then counts', async () => {
    const slug = newSlug();
    const lease = await takenBy(host('first'), slug);
    const { goOn, write } = await stoppedWrite(slug, lease.epoch, []);
    await expire();
    const takeover = host('second').take([slug]);
    let isTaken = false;
    void takeover.then(() => {
      isTaken = true;
    });
    await delay(200);
    expect(isTaken).toBe(false);
    goOn();
    await write;
    expect((await takeover).map(({ epoch }) => epoch)).toEqual([lease.epoch + 1]);
  });

  test('is taken from a host that stands still in a transaction, which then counts for nothing', async () => {
    const slug = newSlug();
    const lease = await takenBy(host('first'), slug);
    const { goOn, write } = await stoppedWrite(slug, lease.epoch, []);
    const failed = write.catch((cause: unknown) => cause);
    await expire();
    await expect
      .poll(
        () =>
          host('second')
            .take([slug])
            .catch(() => []),
        { timeout: 5_000 },
      )
      .toHaveLength(1);
    goOn();
    expect(await failed).toBeInstanceOf(Error);
  });
});
