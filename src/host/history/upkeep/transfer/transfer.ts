/** Copies the history between a data folder and a PostgreSQL database (docs/operate/several-hosts.md). */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#host/data/make-folder.ts';
import type { Row, RowOf } from '#host/history/rows.ts';
import { PostgresConnection, postgres } from '#host/history/store/postgres/dialect.ts';
import { type Lease, Leases } from '#host/history/store/postgres/leases.ts';
import { PostgresDatabase } from '#host/history/store/postgres/postgres-store.ts';
import {
  closeUnlocked,
  openFile,
  SqliteConnection,
  takeExclusive,
  upgrade,
} from '#host/history/store/sqlite/sqlite.ts';
import { Statements } from '#host/history/store/statements.ts';
import { shapes } from '#host/history/store/tables.ts';
import type { Copy } from '../copy.ts';
import { KeeperError } from '../keeper.ts';
import { digestOf, mirror, type Writable } from './mirror.ts';
import { lineOf, pageSize, type Reader, rowsInOrder } from './ordered-rows.ts';
import { highestIds, type Ids, renumbered, sumOf } from './renumber.ts';

/** Gets a sentence for each step that is done. */
export type Report = (line: string) => void;

/** Milliseconds between two renewals of a lease, and for which a lease must be trusted at the start of a write. */
const [renewal, longestWork] = [1_000, 2_000];

const nothing = 'The database has no history.';

async function prepared(url: string): Promise<PostgresDatabase> {
  const database = new PostgresDatabase(url);
  if ((await database.prepare()) === 'ready') return database;
  await database.close();
  throw new KeeperError('The tables in the database are of a newer version of Edgewatch. Use that version.');
}

/** Holds the lease of a deployment during `work`, so that no host records it meanwhile. */
async function withLease<T>(
  database: PostgresDatabase,
  deployment: string,
  work: (lease: Lease, renew: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const leases = new Leases(database.forLeases, `edgewatch history copy ${randomUUID()}`);
  const [lease] = await leases.take([deployment]);
  if (!lease)
    throw new KeeperError(
      `A host records ${deployment} in the database. Stop it, wait 10 seconds, and copy again.`,
    );
  const timer = setInterval(() => {
    // Without the lease the next write fails, which is reported.
    leases.renew([lease]).catch(() => undefined);
  }, renewal);
  try {
    return await work(lease, () => leases.renew([lease]));
  } finally {
    clearInterval(timer);
    await leases.release([lease]).catch(() => undefined);
  }
}

/** @throws KeeperError if the target has runs of its own, which a copy would delete. */
async function refuseOtherHistory(source: Reader, target: Reader, deployment: string): Promise<void> {
  const runsIn = (read: Reader) => read((statements) => statements.rows('run', 'order by id'));
  const nameOf = ({ id, startedAt }: RowOf<'run'>) => `${id} ${startedAt}`;
  const known = new Set((await runsIn(source)).map(nameOf));
  if ((await runsIn(target)).some((run) => !known.has(nameOf(run))))
    throw new KeeperError(
      `The database has another history of ${deployment}, which stays as it is. Use a new database, or copy in the other direction.`,
    );
}

/**
 * Copies the history of a data folder into a database, or completes an earlier copy.
 * @param copy - a copy of the history file.
 * @throws KeeperError, StoreFailure
 */
export async function copyToPostgres({ statements }: Copy, url: string, report: Report): Promise<void> {
  const source: Reader = (work) => work(statements);
  const rows = await statements.all('select distinct deployment from endpoint order by deployment');
  const database = await prepared(url);
  try {
    for (const [name] of rows) {
      const deployment = String(name);
      // oxlint-disable-next-line no-await-in-loop -- one deployment after another
      await withLease(database, deployment, async (lease, renew) => {
        const store = await database.open(lease);
        const target: Writable = {
          read: (work) => store.read(work),
          transact: async (work) => {
            // Reading the file may have kept the timer from renewing the lease.
            if (!lease.isTrusted(performance.now() + longestWork)) await renew();
            return store.transact(work);
          },
        };
        await refuseOtherHistory(source, target.read, deployment);
        const { rows: count, changed, digest } = await mirror(source, target, deployment);
        if (changed > 0) await store.reloadElsewhere();
        if ((await digestOf(target.read, deployment)) !== digest)
          throw new KeeperError(`The copy of ${deployment} differs from the history. Copy again.`);
        report(`${deployment}: ${count} rows are equal, ${changed} of them new or changed. SHA-256 ${digest}`);
      });
    }
  } finally {
    await database.close();
  }
}

interface NumberedRecord {
  readonly read: Reader;
  readonly deployment: string;
  readonly offsets: Ids;
}

/** Finds the records in a database, each with the numbers that its ids get. */
async function recordsIn(
  connectionOf: (record: number) => PostgresConnection,
): Promise<{ records: readonly NumberedRecord[]; shared: number }> {
  const all = new Statements(connectionOf(0));
  const records: NumberedRecord[] = [];
  let [offsets, shared]: [Ids, number] = [{}, 0];
  for (const [id, deployment] of await all.all('select id, deployment from record order by deployment')) {
    const statements = new Statements(connectionOf(Number(id)));
    records.push({ read: (work) => work(statements), deployment: String(deployment), offsets });
    // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
    const highest = await highestIds(statements);
    const select = `select max(up_to) from ${statements.from('shared_content')}`;
    // oxlint-disable-next-line no-await-in-loop
    const [upTo] = await statements.first(select);
    if (typeof upTo === 'number') shared = upTo + (offsets.content ?? 0);
    offsets = sumOf(offsets, highest);
  }
  return { records, shared };
}

/** Writes all rows of the records into a file. @returns the number of rows and their digest. */
async function fill(
  file: string,
  { records, shared }: Awaited<ReturnType<typeof recordsIn>>,
): Promise<{ rows: number; digest: string }> {
  const database = openFile(file);
  try {
    takeExclusive(database, true);
    upgrade(database, 0);
    const connection = new SqliteConnection(database);
    const statements = new Statements(connection);
    const hash = createHash('sha256');
    let [rows, page]: [number, Row[]] = [0, []];
    const flush = async () => {
      await connection.transact(() => statements.put(page));
      page = [];
    };
    // oxlint-disable no-await-in-loop -- a row comes after the rows that it refers to
    for (const { table } of shapes)
      for (const { read, deployment, offsets } of records) {
        for await (const row of rowsInOrder(read, table, deployment)) {
          const own = renumbered(row, offsets);
          hash.update(lineOf(own));
          page.push(own);
          rows += 1;
          if (page.length >= pageSize) await flush();
        }
        await flush();
      }
    // oxlint-enable no-await-in-loop
    if (shared > 0) await statements.run('insert into shared_content values (?)', [shared]);
    return { rows, digest: hash.digest('hex') };
  } finally {
    closeUnlocked(database);
  }
}

async function digestOfFile(file: string): Promise<string> {
  const database = openFile(file);
  try {
    const statements = new Statements(new SqliteConnection(database));
    return await digestOf((work) => work(statements), null);
  } finally {
    database.close();
  }
}

/** @throws KeeperError if the database has no tables of Edgewatch. Creates none. */
async function refuseWithoutTables(url: string): Promise<void> {
  const database = new PostgresDatabase(url);
  try {
    const isThere = await database.usual.use(async (client) => {
      const { rows } = await client.query<{ found: boolean }>(
        "select to_regclass('schema_version') is not null as found",
      );
      return rows[0]?.found === true;
    });
    if (!isThere) throw new KeeperError(nothing);
  } finally {
    await database.close();
  }
}

/**
 * Copies the history of a database into a new data folder. The hashes of past days are not copied, because
 * rows get other ids in the file.
 * @throws KeeperError, StoreFailure
 */
export async function copyFromPostgres(url: string, folder: string, report: Report): Promise<void> {
  const file = join(folder, 'history.db');
  if (existsSync(file)) throw new KeeperError(`${file} exists and is not overwritten.`);
  await refuseWithoutTables(url);
  makeFolder(folder);
  const unfinished = `${file}.copy`;
  const remove = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${unfinished}${end}`, { force: true });
  };
  remove();
  const database = await prepared(url);
  try {
    const mode = 'isolation level repeatable read read only';
    const { rows, digest } = await database.slow.transact({ mode }, async (client) => {
      const found = await recordsIn((record) => new PostgresConnection(client, postgres(record)));
      return fill(unfinished, found);
    });
    if (rows === 0) throw new KeeperError(nothing);
    // After the transaction, which must not wait for the reading of a large file.
    if ((await digestOfFile(unfinished)) !== digest)
      throw new KeeperError('The copy differs from the history. Copy again.');
    renameSync(unfinished, file);
    report(`${file}: ${rows} rows are equal. SHA-256 ${digest}`);
  } finally {
    remove();
    await database.close();
  }
}
