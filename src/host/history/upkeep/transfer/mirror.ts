/**
 * Makes the rows of one record equal to those of another, by a merge of both in the order of their keys. Only
 * differences are written, so a copy that was interrupted goes on, and a later copy adds what is new.
 */

import { createHash } from 'node:crypto';
import type { Row, Table } from '#host/history/rows.ts';
import { linksIn } from '#host/history/store/chain.ts';
import { quoted } from '#host/history/store/dialect.ts';
import type { Work } from '#host/history/store/sql-store.ts';
import { insertOf, type Statements } from '#host/history/store/statements.ts';
import { shapeOfTable, shapes } from '#host/history/store/tables.ts';
import { compareKeys, keyOf, lineOf, pageSize, type Reader, rowsInOrder } from './ordered-rows.ts';

export interface Writable {
  readonly read: Reader;
  readonly transact: <T>(work: Work<T>) => Promise<T>;
}

export interface Mirrored {
  readonly rows: number;
  /** Number of rows that were written or deleted. */
  readonly changed: number;
  /** Hexadecimal SHA-256 of all rows, in order. */
  readonly digest: string;
}

/** Differences that are not written yet. */
interface Differences {
  readonly deleted: Row[];
  readonly put: Row[];
}

async function deleteRow(statements: Statements, row: Row): Promise<void> {
  const condition = shapeOfTable(row.table)
    .key.map((name) => `${quoted(name)} = ?`)
    .join(' and ');
  await statements.run(`delete from ${quoted(row.table)} ${statements.where} ${condition}`, keyOf(row));
}

function writeDifferences(target: Writable, { deleted, put }: Differences): Promise<void> {
  return target.transact(async (statements) => {
    // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
    for (const row of deleted) await deleteRow(statements, row);
    await statements.put(put);
  });
}

/** @param onRow - gets each row of the source. @returns the number of written and deleted rows. */
async function mirrorTable(
  source: Reader,
  target: Writable,
  { table, deployment }: { readonly table: Table; readonly deployment: string },
  onRow: (row: Row) => void,
): Promise<number> {
  const theirs = rowsInOrder(source, table, deployment);
  const ours = rowsInOrder(target.read, table, deployment);
  let [differences, changed]: [Differences, number] = [{ deleted: [], put: [] }, 0];
  let [wanted, stored] = [await theirs.next(), await ours.next()];
  // oxlint-disable no-await-in-loop -- rows are compared in order
  while (!wanted.done || !stored.done) {
    const order = wanted.done ? 1 : stored.done ? -1 : compareKeys(keyOf(wanted.value), keyOf(stored.value));
    const isSame = order === 0 && !wanted.done && !stored.done && lineOf(wanted.value) === lineOf(stored.value);
    if (order >= 0 && !stored.done) {
      if (!isSame) differences.deleted.push(stored.value);
      stored = await ours.next();
    }
    if (order <= 0 && !wanted.done) {
      onRow(wanted.value);
      if (!isSame) differences.put.push(wanted.value);
      wanted = await theirs.next();
    }
    const waiting = differences.deleted.length + differences.put.length;
    if (waiting < pageSize && !(wanted.done && stored.done)) continue;
    if (waiting > 0) await writeDifferences(target, differences);
    changed += waiting;
    differences = { deleted: [], put: [] };
  }
  // oxlint-enable no-await-in-loop
  return changed;
}

/** Replaces the hashes of days, and the note which contents are shared. They are few. */
async function copyRest(source: Reader, target: Writable): Promise<void> {
  const links = await source(linksIn);
  const [shared] = await source((statements) =>
    statements.first(`select max(up_to) from ${statements.from('shared_content')}`),
  );
  await target.transact(async (statements) => {
    const known = new Set(
      (await statements.all(`select id from ${statements.from('endpoint')}`)).map(([id]) => id),
    );
    // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
    for (const table of ['chain', 'shared_content'])
      await statements.run(`delete from ${quoted(table)} ${statements.where} true`);
    const columns = ['endpoint', 'day', 'looks', 'before', 'hash', 'dropped'];
    for (const link of links.filter(({ endpoint }) => known.has(endpoint))) {
      const values = [link.endpoint, link.day, link.looks, link.before, link.hash, link.dropped ? 1 : 0];
      // oxlint-disable-next-line no-await-in-loop
      await statements.run(insertOf('chain', columns, 1, statements.dialect), values);
    }
    if (typeof shared === 'number')
      await statements.run(insertOf('shared_content', ['up_to'], 1, statements.dialect), [shared]);
  });
}

/** Computes the digest of all rows of a record. @returns the hexadecimal SHA-256. */
export async function digestOf(read: Reader, deployment: string | null): Promise<string> {
  const hash = createHash('sha256');
  for (const { table } of shapes)
    for await (const row of rowsInOrder(read, table, deployment)) hash.update(lineOf(row));
  return hash.digest('hex');
}

/**
 * Makes a record equal to that of a deployment in another store.
 * @throws StoreFailure if a store fails. What was written until then stays.
 */
export async function mirror(source: Reader, target: Writable, deployment: string): Promise<Mirrored> {
  const hash = createHash('sha256');
  let [rows, changed] = [0, 0];
  const onRow = (row: Row) => {
    rows += 1;
    hash.update(lineOf(row));
  };
  // oxlint-disable-next-line no-await-in-loop -- a row comes after the rows that it refers to
  for (const { table } of shapes) changed += await mirrorTable(source, target, { table, deployment }, onRow);
  await copyRest(source, target);
  return { rows, changed, digest: hash.digest('hex') };
}
