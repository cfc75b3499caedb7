/** Hosts whose database is behind a pooler in transaction mode: each transaction may get another connection. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { begin, cookieOf, gated, preparePassword } from '#testing/gated.ts';
import { newNote, notesOf } from '#testing/history/notes.ts';
import { answeredAt, statusObservation } from '#testing/observer/polls.ts';
import { hasPooler, type Pooler, startPooler, whyNoPooler } from '#testing/pgbouncer.ts';
import { PostgresServer } from '#testing/postgres-server.ts';
import { deployments, hook, pollOf } from '#testing/webhook.ts';
import { ownAccessState } from './access/access-state.ts';
import { SharedAccess } from './access/shared/shared-access.ts';
import { SharedWallLinks } from './access/shared/shared-wall-links.ts';
import { defaultRetention } from './configuration/defaults.ts';
import { SharedRecords } from './history/records/shared-records.ts';
import { SharedDatabase } from './history/store/postgres/shared-database.ts';
import { MessageLease } from './webhook/shared/message-lease.ts';
import { SharedWebhook } from './webhook/shared/shared-webhook.ts';

const status = '/api/v2/status';

/** Limit for what another host does after the first one has stopped or failed. */
const takeover = { timeout: 12_000 };

describe.skipIf(!hasPooler)(`behind pgbouncer in transaction mode${whyNoPooler}`, () => {
  let server: PostgresServer;
  let pooler: Pooler;
  beforeAll(async () => {
    await preparePassword();
    server = await PostgresServer.start();
    pooler = await startPooler(server);
  });
  afterAll(async () => {
    pooler.close();
    await server.remove();
  });

  function recording(slugs: readonly string[]) {
    const lines: string[] = [];
    const settings = () => ({ words: new Map(), retention: defaultRetention, isObserved: () => true });
    const breakDown = (cause: unknown) => {
      throw cause;
    };
    const report = (line: string) => void lines.push(line);
    const host = { version: '1', settings, report, changed: () => undefined, breakDown };
    const records = new SharedRecords(pooler.url(), host, () => undefined);
    records.take(slugs);
    let closing: Promise<void> | null = null;
    const close = () => (closing ??= records.close());
    onTestFinished(close);
    const recorded = () => [...records.all].filter(({ record }) => record !== null).length;
    /** Records a poll of each deployment. @returns its time. */
    const poll = async (at: number) => {
      const each = [...records.all].map((place) => {
        const reading = { ...answeredAt(at, status, statusObservation('operational')), slug: place.deployment };
        return place.use(async ({ recorder }) => void (await recorder.take(reading, at)));
      });
      await Promise.all(each);
    };
    return { records, lines, close, recorded, poll };
  }

  test('deployments are recorded and taken over, and notes are written', async () => {
    const slugs = Array.from({ length: 20 }, (_, index) => `edge-${index}`);
    const first = recording(slugs);
    await expect.poll(first.recorded, takeover).toBe(20);
    const second = recording(slugs);
    for (let count = 0; count < 5; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- polls follow each other
      await first.poll(Date.now());
    }
    const store = first.records.of('edge-0')?.record?.store ?? expect.fail();
    const notes = Array.from({ length: 10 }, (_, index) => newNote(index, { deployment: 'edge-0' }));
    await Promise.all(notes.map((note) => store.addNote(note)));
    await first.close();
    await expect.poll(second.recorded, takeover).toBe(20);
    await second.poll(Date.now());
    const polls =
      'select count(*)::integer as count, count(distinct (endpoint, record, at))::integer as one from look';
    expect(await server.query('postgres', polls)).toEqual([{ count: 120, one: 120 }]);
    const kept = second.records.of('edge-0')?.record?.store ?? expect.fail();
    const stored = await notesOf(kept, { deployment: 'edge-0' });
    expect(stored.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([...first.lines, ...second.lines]).toEqual([]);
  }, 60_000);

  async function access() {
    const database = new SharedDatabase(pooler.url());
    const lines: string[] = [];
    const shared = new SharedAccess({ database, report: (line) => lines.push(line) });
    await shared.start();
    onTestFinished(async () => {
      shared.close();
      await database.close();
    });
    const state = { ...ownAccessState(() => begin), sessions: shared, wallLinks: shared, shared };
    return { ...gated({ state }), lines };
  }

  test('sessions and wall links are shared', async () => {
    const [first, second] = [await access(), await access()];
    const cookie = await first.logIn();
    expect(await second.seen('/open', cookie)).toBe(200);
    await first.ask('/logout', { method: 'POST', headers: { cookie } });
    await expect.poll(() => second.seen('/open', cookie), { timeout: 4_000 }).toBe(303);
    const links = new SharedWallLinks(pooler.url());
    onTestFinished(() => links.close());
    const key = await links.add('lobby', [], new Date(begin));
    const wall = cookieOf(await second.ask(`/wall?key=${key}`));
    expect(await first.seen('/wall', wall)).toBe(200);
    await links.revoke('lobby');
    await expect.poll(() => first.seen('/wall', wall), { timeout: 4_000 }).toBe(401);
    expect([...first.lines, ...second.lines]).toEqual([]);
  });

  test('webhook messages are sent once', async () => {
    const ids: (string | undefined)[] = [];
    const lines: string[] = [];
    const hosts = [0, 1].map(() => {
      const database = new SharedDatabase(pooler.url());
      const report = (line: string) => void lines.push(line);
      const lease = new MessageLease(database, report);
      const webhook = new SharedWebhook({
        database,
        lease,
        report,
        send: async ({ headers }) => void ids.push(headers['edgewatch-delivery']),
      });
      webhook.take({ targets: [hook], deployments, publicUrl: null, isMuted: () => false });
      onTestFinished(async () => {
        await webhook.close();
        await lease.close();
        await database.close();
      });
      return { webhook, lease };
    });
    await expect.poll(() => hosts.some(({ lease }) => lease.held !== null), takeover).toBe(true);
    for (let count = 0; count <= 40; count += 1)
      for (const { webhook } of hosts) webhook.note(pollOf('edge', count % 2 === 0 ? 'ok' : 'critical'));
    await expect.poll(() => ids.length, { timeout: 20_000 }).toBe(40);
    expect(new Set(ids).size).toBe(40);
    expect(lines).toEqual([]);
  });
});
