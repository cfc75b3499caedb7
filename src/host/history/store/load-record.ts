/** Loads the rows of a history file that stay in memory. */

import type { Row, SubjectSpans, Table } from '../rows.ts';
import { loadSpans } from './load-spans.ts';
import type { Statements } from './statements.ts';

function newestOf(statements: Statements, table: Table, member: string, at: string, owner: Table): string {
  const newest = `select max("${at}") from ${statements.from(table, 'other')} where other."${member}" = owner.id`;
  return `where ("${member}", "${at}") in (select owner.id, (${newest}) from ${statements.from(owner, 'owner')})`;
}

/**
 * Returns the tables that are loaded into memory, with the SQL that selects and orders their rows. A row comes
 * after the rows that it refers to.
 */
const loadedTables = (statements: Statements): readonly (readonly [Table, string])[] => [
  ['run', 'order by id'],
  ['interruption', 'order by from_at'],
  ['endpoint', 'order by id'],
  ['subject', 'order by id'],
  ['word', 'order by id'],
  ['series', 'order by id'],
  ['sight', 'order by endpoint, from_at, to_at'],
  // The row with the highest id is loaded too, because that id must not be used again.
  [
    'content',
    `where id in (select content from ${statements.from('item')})
      or id = (select max(id) from ${statements.from('content')}) order by id`,
  ],
  ['item', 'order by id'],
  // A few hundred of millions of values are found by key, without a scan.
  ['value', newestOf(statements, 'value', 'series', 'at', 'series')],
  ['claim', newestOf(statements, 'claim', 'endpoint', 'at', 'endpoint')],
  ['bucket_day', newestOf(statements, 'bucket_day', 'item', 'day', 'item')],
];

/** Tables of list rows and numbers. States and coverage do not refer to them. */
export const listTables: ReadonlySet<Table> = new Set([
  'series',
  'content',
  'item',
  'value',
  'claim',
  'bucket_day',
]);

/**
 * SQL that selects the polls of an endpoint that stay in memory: the newest complete response, the newest
 * response and all attempts after it.
 */
const newestLooks = (statements: Statements): readonly string[] => [
  'where endpoint = ? and complete = 1 order by at desc limit 1',
  `where endpoint = ? and at >= coalesce((select max(at) from ${statements.from('look', 'other')}
     where other.endpoint = look.endpoint and other.cause is null), 0)`,
];

/**
 * Loads rows in the order of `HistoryStore.load`.
 * @param takeSpans - gets most spans, grouped by subject.
 * @param without - tables that are not needed.
 */
export async function loadRecord(
  statements: Statements,
  take: (row: Row) => void,
  takeSpans: (spans: SubjectSpans) => void,
  without: ReadonlySet<Table> = new Set(),
): Promise<void> {
  // oxlint-disable no-await-in-loop -- rows are taken in this order
  for (const [table, order] of loadedTables(statements)) {
    if (without.has(table)) continue;
    for (const row of await statements.rows(table, order)) take(row);
    if (table === 'sight') await loadSpans(statements, takeSpans, take);
  }
  for (const { id } of await statements.rows('endpoint', 'order by id')) {
    const bySeq = new Map<number, Row>();
    for (const where of newestLooks(statements))
      for (const poll of await statements.rows('look', where, [id])) bySeq.set(poll.seq, poll);
    for (const look of bySeq.values()) take(look);
  }
  // oxlint-enable no-await-in-loop
}
