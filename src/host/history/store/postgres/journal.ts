/**
 * The journal of each record: what its transactions change in memory, in the order of their commits. Hosts that
 * follow the record apply it to their memory. It holds some minutes, and it is not logged: after a crash of the
 * server it is empty. A host that misses an entry loads the record again.
 */

import { escapeLiteral } from 'pg';
import type { RecordChange, SubjectOrder } from '#host/history/memory/remembered.ts';
import type { Table } from '#host/history/rows.ts';
import type { Statements } from '../statements.ts';
import type { Connections } from './connections.ts';
import type { Lease } from './leases.ts';

/** Up to where a host knows a record. */
export interface RecordPosition {
  /** Number of the record in the table `record`. */
  readonly record: number;
  /** Number of the newest transaction that is known. It grows by one with each. */
  readonly revision: number;
}

/** Up to where a host has written or loaded a record; `null` if it loaded nothing. */
export interface WritePosition {
  readonly record: number;
  readonly revision: number | null;
}

export interface JournalEntry extends RecordPosition {
  /** `null` for a change that is too large, such as the first response of a long list. */
  readonly change: RecordChange | null;
}

/** Minutes for which entries are stored. */
const storedMinutes = 10;

/** Maximum characters of an entry. Loading the record is faster than a longer one. */
const mostCharacters = 2_000_000;

/** Maximum number of entries that are read at once, and the maximum of their characters. */
export const mostEntries = 1_000;
const mostRead = 20_000_000;

/** Tables that are not in memory. */
const storedOnly: ReadonlySet<Table> = new Set(['hour', 'log', 'change', 'note']);

/** JSON of an integer beyond 2^53. No other value of a change is an object with this member. */
interface Big {
  readonly big: string;
}

function isBig(value: unknown): value is Big {
  return typeof value === 'object' && value !== null && 'big' in value && typeof value.big === 'string';
}

function textOf({ rows = [], ...rest }: RecordChange): string {
  const kept = rows.filter(({ table }) => !storedOnly.has(table));
  return JSON.stringify({ rows: kept, ...rest }, (_, value: unknown) =>
    typeof value === 'bigint' ? { big: String(value) } : value,
  );
}

function storedTextOf(change: RecordChange): string {
  const text = textOf(change);
  return text.length > mostCharacters ? 'null' : escapeLiteral(text);
}

function changeIn(text: string): RecordChange {
  // Safe cast: a host of this version of the tables wrote it.
  return JSON.parse(text, (_, value: unknown) => (isBig(value) ? BigInt(value.big) : value)) as RecordChange;
}

function heldLease({ deployment, epoch }: Lease): string {
  return `select 1 from lease where deployment = ${escapeLiteral(deployment)} and epoch = ${epoch} for key share`;
}

/**
 * Makes the statement with which a transaction begins. It finds a row if the lease is held, locks it against a
 * takeover, and writes the change into the journal. The row of the record stays locked until the commit, so
 * numbers grow in the order of commits. It finds none either if the database lost transactions of this host, after a
 * failover.
 */
export function guardOf(
  lease: Lease,
  { record, revision }: WritePosition,
  change: RecordChange | undefined,
): string {
  if (!change) return heldLease(lease);
  const { orders = [] } = change;
  const byKind = JSON.stringify(Object.fromEntries(orders.map((order) => [order.kind, order])));
  const sorted = orders.length === 0 ? '' : `, orders = orders || ${escapeLiteral(byKind)}`;
  return `with held as (${heldLease(lease)}),
    grown as (update record set revision = revision + 1${sorted} from held
      where id = ${record}${revision === null ? '' : ` and revision = ${revision}`} returning revision)
    insert into journal (record, revision, change)
      select ${record}, revision, ${storedTextOf(change)} from grown`;
}

/** What is stored of a record for followers, besides its journal. */
export interface RecordHead {
  readonly revision: number;
  readonly orders: readonly SubjectOrder[];
}

/** Reads the head of a record, in the snapshot of the statements. @param record - its number. */
export async function headOf(statements: Statements, record: number): Promise<RecordHead> {
  const sql = 'select revision, orders::text from record where id = ?';
  const [revision, orders] = await statements.first(sql, [record]);
  // Safe cast: as `guardOf` wrote it.
  const byKind = JSON.parse(typeof orders === 'string' ? orders : '{}') as Readonly<
    Record<string, SubjectOrder>
  >;
  return { revision: Number(revision ?? 0), orders: Object.values(byKind) };
}

interface Stored {
  readonly record: number;
  /** A bigint, which the driver returns as text. */
  readonly revision: string;
  readonly change: string | null;
}

/**
 * Reads what happened after positions: at most {@link mostEntries}, by record and in order.
 * @throws StoreFailure
 */
export async function journalAfter(
  connections: Connections,
  positions: readonly RecordPosition[],
): Promise<readonly JournalEntry[]> {
  // What is more than some megabytes counts as missing, so that such records are loaded again.
  const sql = `select record, journal.revision, case when sum(coalesce(length(change), 0))
      over (order by record, journal.revision) <= ${mostRead} then change end as change
    from unnest($1::integer[], $2::bigint[]) as known (record, revision) join journal using (record)
    where journal.revision > known.revision order by record, journal.revision limit ${mostEntries}`;
  const values = [positions.map(({ record }) => record), positions.map(({ revision }) => revision)];
  const { rows } = await connections.use((client) => client.query<Stored>(sql, values));
  return rows.map((row) => ({
    record: row.record,
    revision: Number(row.revision),
    change: row.change === null ? null : changeIn(row.change),
  }));
}

/** Drops old entries of a record. */
export async function tidyJournal(statements: Statements): Promise<void> {
  const old = `at < clock_timestamp() - interval '${storedMinutes} minutes'`;
  await statements.run(`delete from journal ${statements.where} ${old}`);
}
