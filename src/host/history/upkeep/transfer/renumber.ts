/**
 * Gives the rows of several records ids that fit into one file. Each record has ids of its own: those of one
 * begin after the highest id of the record before.
 */

import type { Row, Table } from '#host/history/rows.ts';
import type { Statements } from '#host/history/store/statements.ts';

/** What has numbers: the rows of tables with ids, and the sequence of polls and interruptions. */
type Numbered = Table | 'seq';

/** Members that hold such numbers. */
const references: Readonly<Record<string, Numbered>> = {
  seq: 'seq',
  endpoint: 'endpoint',
  run: 'run',
  subject: 'subject',
  word: 'word',
  series: 'series',
  content: 'content',
  item: 'item',
};

/** The highest number of each kind. */
export type Ids = Readonly<Partial<Record<Numbered, number>>>;

const numbered: readonly Table[] = ['run', 'endpoint', 'subject', 'word', 'series', 'content', 'item', 'note'];

export async function highestIds(statements: Statements): Promise<Ids> {
  const polls = `select seq from ${statements.from('look')} union all select seq from ${statements.from('interruption')}`;
  const [seq] = await statements.first(`select max(seq) from (${polls}) as numbered`);
  const ids: Partial<Record<Numbered, number>> = { seq: Number(seq ?? 0) };
  for (const table of numbered) {
    // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
    const [highest] = await statements.first(`select max(id) from ${statements.from(table)}`);
    ids[table] = Number(highest ?? 0);
  }
  return ids;
}

export function sumOf(a: Ids, b: Ids): Ids {
  const all: readonly Numbered[] = [...numbered, 'seq'];
  return Object.fromEntries(all.map((each) => [each, (a[each] ?? 0) + (b[each] ?? 0)]));
}

function numberedBy(row: Row, member: string): Numbered | null {
  if (member === 'id') return row.table;
  // `before` and `after` of a change are texts.
  if (row.table === 'log' && (member === 'before' || member === 'after')) return 'content';
  return references[member] ?? null;
}

/** Adds `offsets` to all ids of a row, and to its number in the sequence. The word with the id 0 means absence and stays. */
export function renumbered<R extends Row>(row: R, offsets: Ids): R {
  const entries = Object.entries(row).map(([member, value]: [string, unknown]) => {
    const by = numberedBy(row, member);
    if (by === null || typeof value !== 'number') return [member, value];
    if (by === 'word' && value === 0) return [member, value];
    return [member, value + (offsets[by] ?? 0)];
  });
  // Safe cast: only values of numbers differ.
  return Object.fromEntries(entries) as R;
}
