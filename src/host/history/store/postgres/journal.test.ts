import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaseOf } from '#testing/history/engines.ts';
import { endpoint, look, span, subject, value, word } from '#testing/history/history-file.ts';
import { hasPostgres, PostgresServer, whyNoPostgres } from '#testing/postgres-server.ts';
import type { Row } from '../../rows.ts';
import type { JournalEntry } from './journal.ts';
import type { Lease } from './leases.ts';
import { PostgresDatabase, type PostgresStore } from './postgres-store.ts';

const retention = { rawDays: 14, hourDays: 400, spanDays: 400 };

describe.skipIf(!hasPostgres)(`the journal of a record${whyNoPostgres}`, () => {
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

  interface Opened {
    readonly store: PostgresStore;
    readonly lease: Lease;
    /** Number of the record. */
    readonly record: number;
  }

  async function open(): Promise<Opened> {
    const slug = `edge-${randomUUID()}`;
    const lease = await leaseOf(database, slug);
    const store = await database.open(lease);
    const [row] = await server.query('postgres', `select id from record where deployment = '${slug}'`);
    return { store, lease, record: Number(row?.['id']) };
  }

  const entriesAfter = (record: number, revision: number): Promise<readonly JournalEntry[]> =>
    database.journalAfter([{ record, revision }]);

  test('has each change in the order of the commits, and none of other records', async () => {
    const [{ store, record }, other] = [await open(), await open()];
    const order = { deployment: 'cdn', kind: 'component', ids: [1] } as const;
    await store.write([endpoint, subject, word, span(0, null)], [order]);
    await other.store.write([endpoint]);
    await store.write([span(0, 10), span(10, null)]);
    await store.drop({ subjects: [subject], items: [], series: [], words: [] });
    const stale = { subjects: [subject], items: [], series: [], words: [] };
    expect(await entriesAfter(record, 0)).toEqual([
      { record, revision: 1, change: { rows: [endpoint, subject, word, span(0, null)], orders: [order] } },
      { record, revision: 2, change: { rows: [span(0, 10), span(10, null)], orders: [] } },
      { record, revision: 3, change: { rows: [], stale } },
    ]);
    expect((await entriesAfter(record, 2)).map(({ revision }) => revision)).toEqual([3]);
    expect(
      await store.loadWithHead(
        () => undefined,
        () => undefined,
      ),
    ).toEqual({ revision: 3, orders: [order] });
  });

  test('keeps every text and every number', async () => {
    const { store, record } = await open();
    const texts = fc.string({ unit: 'binary', maxLength: 20 });
    let [id, revision] = [0, 0];
    await fc.assert(
      fc.asyncProperty(texts, fc.bigInt(), async (key, amount) => {
        id += 1;
        revision += 1;
        const rows: readonly Row[] = [{ ...subject, id, key: `${key}\0\u{d800}'\\` }, value(id, amount)];
        await store.write(rows);
        expect(await entriesAfter(record, revision - 1)).toEqual([
          { record, revision, change: { rows, orders: [] } },
        ]);
      }),
      { numRuns: 50 },
    );
  });

  test('has nothing of a host that lost its lease', async () => {
    const { store, lease, record } = await open();
    await store.write([endpoint]);
    await leaseOf(database, lease.deployment);
    await expect(store.write([look(0)])).rejects.toMatchObject({ fault: 'lost' });
    expect((await entriesAfter(record, 0)).map(({ revision }) => revision)).toEqual([1]);
  });

  test('is dropped by retention after some minutes', async () => {
    const { store, record } = await open();
    await store.write([endpoint]);
    await server.query('postgres', "update journal set at = at - interval '11 minutes'");
    await store.write([look(0)]);
    await store.tidy(retention, Date.now());
    expect((await entriesAfter(record, 0)).map(({ revision }) => revision)).toEqual([2]);
  });
});
