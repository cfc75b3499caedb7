/**
 * SQL queries for the state of an endpoint at a past time. Each reads rows by their key, for many items or series
 * at once.
 */

import type { HourRow, PollRow } from '../rows.ts';
import type { Statements } from './statements.ts';
import type { Between, PastValue } from './store.ts';

const hour = 3_600_000;

/** Finds the newest answered poll within a window, both ends included. */
export async function pollIn(
  statements: Statements,
  endpoint: number,
  { from, to }: Between,
): Promise<PollRow | null> {
  const where = 'where endpoint = ? and at >= ? and at <= ? and cause is null order by at desc limit 1';
  const [poll] = await statements.rows('look', where, [endpoint, from, to]);
  return poll ?? null;
}

/** Selects the first log entry of each item after a time. Its parameters are the time and a JSON list of items. */
function nextEntries(statements: Statements): string {
  const next = `select min(later.at) from ${statements.from('log', 'later')}
    where later.item = asked.value and later.at > ?`;
  const times = `select asked.value as item, (${next}) as at from ${statements.dialect.listed} as asked`;
  return `select log.item, log."before" from ${statements.from('log')} join (${times}) as next
    on log.item = next.item and log.at = next.at`;
}

/**
 * Reads the contents that items had at `time`, by item: `null` for an item that was not listed. An item without
 * a later change is left out.
 */
export async function contentsAt(
  statements: Statements,
  items: readonly number[],
  time: number,
): Promise<ReadonlyMap<number, string | null>> {
  const entries = await statements.all(nextEntries(statements), [time, JSON.stringify(items)]);
  const ids = entries.flatMap(([, content]) => (content === null ? [] : [content]));
  const contents = await statements.rows('content', `where id in ${statements.dialect.listed}`, [
    JSON.stringify(ids),
  ]);
  const bodies = new Map(contents.map(({ id, body }) => [id, body]));
  return new Map(entries.map(([item, content]) => [Number(item), bodies.get(Number(content)) ?? null]));
}

/** Computes the value of a series at `time` from its hours around that time. */
function valueInHours(hours: readonly HourRow[], time: number): PastValue {
  const [last, before] = [0, 1].map((age) => {
    const begin = (Math.floor(time / hour) - age) * hour;
    return hours.find((each) => each.hour === begin);
  });
  // Without values in the hour of this time, the newest poll was in the hour before.
  if (!last) return { value: before?.last ?? null, isExact: before !== undefined };
  const candidates = [last.min, last.max, ...(before ? [before.last] : [])];
  const value = candidates.reduce((least, each) => (each < least ? each : least));
  return { value, isExact: candidates.every((each) => each === value) };
}

/** Reads the values that series had at `time`, in the order of `series`. */
export async function valuesAt(
  statements: Statements,
  series: readonly number[],
  time: number,
): Promise<readonly PastValue[]> {
  const { listed } = statements.dialect;
  const newest = `where (series, at) in (select asked.value,
    (select max(earlier.at) from ${statements.from('value', 'earlier')}
      where earlier.series = asked.value and earlier.at <= ?) from ${listed} as asked)`;
  const values = await statements.rows('value', newest, [time, JSON.stringify(series)]);
  const known = new Map(values.map((row) => [row.series, row.value]));
  const others = series.filter((id) => !known.has(id));
  const begin = Math.floor(time / hour) * hour;
  const around = `where series in ${listed} and hour in (?, ?)`;
  const rows =
    others.length === 0
      ? []
      : await statements.rows('hour', around, [JSON.stringify(others), begin, begin - hour]);
  const hours = new Map<number, HourRow[]>();
  for (const row of rows) hours.set(row.series, [...(hours.get(row.series) ?? []), row]);
  return series.map((id) => {
    const value = known.get(id);
    if (value === undefined) return valueInHours(hours.get(id) ?? [], time);
    return { value, isExact: value !== null };
  });
}
