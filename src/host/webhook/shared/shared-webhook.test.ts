import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Lease } from '#host/history/store/postgres/leases.ts';
import { SharedDatabase } from '#host/history/store/postgres/shared-database.ts';
import { hasPostgres, openProxy, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import { all, deployments, hook, pollOf } from '#testing/webhook.ts';
import type { Delivery } from '../target.ts';
import { MessageLease } from './message-lease.ts';
import { SharedMessages } from './shared-messages.ts';
import { SharedWebhook } from './shared-webhook.ts';

/** Limit for what another host does after a lease has ended. */
const takeover = { timeout: 12_000 };

const idOf = ({ headers }: Delivery) => headers['edgewatch-delivery'];

describe.skipIf(!hasPostgres)(`webhooks of several hosts with one database${whyNoPostgres}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server.remove());

  async function newDatabase() {
    const name = `webhook_${randomUUID().replaceAll('-', '')}`;
    await server.query('postgres', `create database ${name}`);
    return { url: server.url(name), query: (sql: string) => server.query(name, sql) };
  }

  /** Starts the webhooks of a host. The target gets what it sends in `taken`. */
  async function host(url: string, accept: (delivery: Delivery) => Promise<void> = async () => undefined) {
    const database = new SharedDatabase(url);
    const lines: string[] = [];
    const report = (line: string) => void lines.push(line);
    const lease = new MessageLease(database, report);
    const taken: Delivery[] = [];
    const webhook = new SharedWebhook({
      database,
      lease,
      report,
      send: async (delivery) => {
        taken.push(delivery);
        await accept(delivery);
      },
    });
    const settings = { deployments, publicUrl: null, isMuted: () => false };
    webhook.take({ ...settings, targets: [hook] });
    let closing: Promise<void> | null = null;
    const end = async () => {
      await webhook.close();
      await lease.close();
      await database.close();
    };
    const close = () => (closing ??= end());
    onTestFinished(close);
    const leads = () => expect.poll(() => lease.held !== null, takeover).toBe(true);
    const waiting = async () => (await webhook.state(all)).waiting;
    return { webhook, lease, taken, lines, close, leads, waiting };
  }

  const changes = (count: number) =>
    Array.from({ length: count }, (_, index) => pollOf('edge', index % 2 === 0 ? 'critical' : 'ok'));

  test('each of 100 changes that both see is sent once, in order', async () => {
    const { url } = await newDatabase();
    const [first, second] = [await host(url), await host(url)];
    await expect.poll(() => first.lease.held ?? second.lease.held, takeover).not.toBeNull();
    for (const poll of [pollOf('edge', 'ok'), ...changes(100)])
      for (const { webhook } of [first, second]) webhook.note(poll);
    const sent = () => [...first.taken, ...second.taken];
    await expect.poll(() => sent().length, { timeout: 20_000 }).toBe(100);
    await expect.poll(first.waiting, takeover).toBe(0);
    expect(new Set(sent().map(idOf)).size).toBe(100);
    const severities = sent().map(({ body }) => JSON.parse(body).severity);
    expect(severities).toEqual(changes(100).map(({ verdict }) => verdict.debounced));
    // Both hosts see pending and sent messages, but only one sent any.
    expect([first.taken.length, second.taken.length].toSorted((a, b) => a - b)).toEqual([0, 100]);
  });

  test('a message of a host that was killed before it was sent is sent by another, after its claim', async () => {
    const { url, query } = await newDatabase();
    const proxy = await openProxy(server);
    onTestFinished(() => proxy.close());
    const name = new URL(url).pathname;
    const killed = await host(proxy.url.replace('/postgres?', `${name}?`), () => new Promise(() => undefined));
    await killed.leads();
    for (const verdict of ['ok', 'critical'] as const) killed.webhook.note(pollOf('edge', verdict));
    await expect.poll(() => killed.taken.length).toBe(1);
    const other = await host(url);
    proxy.cut();
    await other.leads();
    expect(await other.waiting()).toBe(1);
    const claimed = 'select claimed_until > clock_timestamp() as held from webhook_message';
    expect(await query(claimed)).toEqual([{ held: true }]);
    // Two ticks of the new leader: it waits for the end of the claim.
    await expect.poll(() => query('select epoch from lease'), takeover).toEqual([{ epoch: '2' }]);
    expect(other.taken).toEqual([]);
    await query("update webhook_message set claimed_until = clock_timestamp() + interval '1 second'");
    await expect.poll(() => other.taken.length, takeover).toBe(1);
    expect(other.taken.map(idOf)).toEqual(killed.taken.map(idOf));
    await expect.poll(other.waiting, takeover).toBe(0);
  }, 40_000);

  test('a host that stops leaves the rest to another at once', async () => {
    const { url } = await newDatabase();
    const first = await host(url, () => Promise.reject(new Error('it answers 503')));
    await first.leads();
    for (const verdict of ['ok', 'critical'] as const) first.webhook.note(pollOf('edge', verdict));
    await expect.poll(() => first.taken.length).toBe(1);
    const second = await host(url);
    await first.close();
    await expect
      .poll(() => second.taken.map(idOf), { timeout: 4_000 })
      .toEqual([idOf(first.taken[0] ?? expect.fail())]);
    // It knows what was reported: only the end of the outage is news.
    for (const verdict of ['critical', 'ok'] as const) second.webhook.note(pollOf('edge', verdict));
    await expect
      .poll(() => second.taken.map(({ body }) => JSON.parse(body).severity))
      .toEqual(['critical', 'ok']);
  });

  test('ten takeovers in a row lose no change, and send none twice', async () => {
    const { url, query } = await newDatabase();
    const sent: Delivery[] = [];
    const accept = async (delivery: Delivery) => void sent.push(delivery);
    let present = await host(url, accept);
    await present.leads();
    present.webhook.note(pollOf('edge', 'ok'));
    // A change needs a state before it.
    await expect.poll(() => query('select deployment from webhook_reported')).toHaveLength(1);
    for (let count = 1; count <= 10; count += 1) {
      const next = await host(url, accept);
      // The change comes in the middle of the takeover. Both hosts see it at each of their polls.
      const change = pollOf('edge', count % 2 === 0 ? 'ok' : 'critical');
      const closing = present.close();
      const isSent = () => {
        for (const { webhook } of [present, next]) webhook.note(change);
        return sent.length;
      };
      await expect.poll(isSent, takeover).toBe(count);
      await closing;
      present = next;
    }
    expect(new Set(sent.map(idOf)).size).toBe(10);
    await expect.poll(present.waiting, takeover).toBe(0);
  }, 60_000);

  test('an accepted message that the database does not forget is not sent again by its host', async () => {
    const { url } = await newDatabase();
    const proxy = await openProxy(server);
    onTestFinished(() => proxy.close());
    const name = new URL(url).pathname;
    const only = await host(proxy.url.replace('/postgres?', `${name}?`), async () => proxy.cut());
    await only.leads();
    for (const verdict of ['ok', 'critical'] as const) only.webhook.note(pollOf('edge', verdict));
    await expect.poll(() => only.taken.length).toBe(1);
    await expect.poll(() => only.lines.length, takeover).toBe(1);
    expect(only.lines).toEqual([
      expect.stringMatching(/^No webhook message is sent and no heartbeat is called: /),
    ]);
    proxy.restore();
    await expect.poll(() => only.lines.length, takeover).toBe(2);
    await expect.poll(only.waiting, takeover).toBe(0);
    expect(only.taken).toHaveLength(1);
  }, 40_000);

  test('messages that the database refuses are reported once, and the newest changes are sent later', async () => {
    const { url, query } = await newDatabase();
    const { webhook, lines, taken, leads, waiting } = await host(url);
    await leads();
    webhook.note(pollOf('edge', 'ok'));
    await expect.poll(() => query('select deployment from webhook_reported')).toHaveLength(1);
    await query('alter table webhook_message rename to elsewhere');
    for (const poll of changes(999)) webhook.note(poll);
    await expect.poll(() => lines, takeover).toHaveLength(1);
    expect(lines[0]).toMatch(/^No webhook message is sent: .*"webhook_message" does not exist$/);
    // Three more ticks of the lease repeat nothing.
    const expiry = async () => String((await query('select expires_at::text from lease'))[0]?.['expires_at']);
    const times = new Set<string>();
    await expect.poll(async () => times.add(await expiry()).size, takeover).toBeGreaterThan(3);
    expect(lines).toHaveLength(1);
    await query('alter table elsewhere rename to webhook_message');
    await expect.poll(() => lines.at(-1), takeover).toBe('Webhook messages are sent again.');
    await expect.poll(() => taken.length, takeover).toBe(9);
    await expect.poll(waiting, takeover).toBe(0);
    expect(JSON.parse(taken.at(-1)?.body ?? '').severity).toBe('critical');
    expect(lines).toHaveLength(2);
  }, 40_000);

  test('viewers who wait for the number of pending messages do not cost the host its lease', async () => {
    const { url, query } = await newDatabase();
    const { webhook, lease, leads } = await host(url);
    await leads();
    const epoch = lease.held?.epoch;
    const over = new AbortController();
    const slow = query('begin; lock table webhook_message; select pg_sleep(8); commit').then(() =>
      over.abort(),
    );
    const viewers = Array.from({ length: 50 }, async () => {
      // oxlint-disable-next-line no-await-in-loop -- each viewer polls
      while (!over.signal.aborted) await Promise.all([webhook.state(all), delay(20)]);
    });
    while (!over.signal.aborted) {
      expect(lease.held?.epoch).toBe(epoch);
      // oxlint-disable-next-line no-await-in-loop
      await delay(100);
    }
    await Promise.all([slow, ...viewers]);
  }, 20_000);

  test('a host without the lease decides on nothing, whatever it believes', async () => {
    const { url, query } = await newDatabase();
    const database = new SharedDatabase(url);
    onTestFinished(() => database.close());
    const { lease, leads } = await host(url);
    await leads();
    const epoch = lease.held?.epoch ?? 0;
    const believed = new Lease('(messages)', epoch - 1, Number.POSITIVE_INFINITY);
    const messages = new SharedMessages(database);
    const state = { severity: 'ok', parts: new Map() } as const;
    await expect(messages.store(believed, 'edge', state, new Map())).rejects.toThrow();
    await expect(messages.claim(believed, ['webhook'], [])).rejects.toThrow();
    expect(await query('select * from webhook_reported')).toEqual([]);
  });

  test('pending messages of removed targets are removed, and a target has 1,000 at most', async () => {
    const { url, query } = await newDatabase();
    const { webhook, lease, leads, waiting } = await host(url, () =>
      Promise.reject(new Error('it answers 503')),
    );
    await leads();
    webhook.note(pollOf('edge', 'ok'));
    webhook.note(pollOf('edge', 'critical'));
    await expect.poll(waiting, takeover).toBe(1);
    await query(
      `insert into webhook_message (id, target, deployment, message)
         select 'old-' || each, target, deployment, message from webhook_message, generate_series(1, 1200) as each`,
    );
    webhook.note(pollOf('edge', 'ok'));
    await expect.poll(waiting, takeover).toBe(1_000);
    expect(lease.held).not.toBeNull();
    webhook.take({ targets: [{ ...hook, id: 'another' }], deployments, publicUrl: null, isMuted: () => false });
    await expect.poll(() => query('select id from webhook_message')).toEqual([]);
  });
});
