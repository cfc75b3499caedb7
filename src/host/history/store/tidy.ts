/**
 * Applies retention in small steps, so that polls continue meanwhile. Numbers are rolled up by the hour
 * before they are dropped. Open spans, and the rows with which the next poll is compared, stay at any age.
 */

import type { Retention } from '#contract/history.ts';
import { SteppedNumbers } from '../memory/stepped-numbers.ts';
import type { HourRow } from '../rows.ts';
import { linkNext } from './chain.ts';
import { quoted } from './dialect.ts';
import type { Statements } from './statements.ts';

const [second, hour, day] = [1_000, 3_600_000, 86_400_000];

const mostRows = 500;
const mostHours = 48;

function overlap(from: number, to: number, begin: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, begin));
}

/** Finds the first time from `from` on at which a series has a value. */
async function firstValueFrom(statements: Statements, series: number, from: number): Promise<unknown> {
  const values = statements.from('value');
  const newest = `select value from ${values} where series = ? and at <= ? order by at desc limit 1`;
  const [valueThen = null] = await statements.first(newest, [series, from]);
  if (valueThen !== null) return from;
  const next = `select min(at) from ${values} where series = ? and at > ? and value is not null`;
  return (await statements.first(next, [series, from]))[0];
}

/**
 * Rolls up the values of one series before `end`, a day or two per call. @returns whether there was something
 * to do.
 */
async function rollUp(
  statements: Statements,
  series: number,
  endpoint: number,
  end: number,
  searchedUntil?: number,
): Promise<boolean> {
  const [done] = await statements.first(`select max(hour) from ${statements.from('hour')} where series = ?`, [
    series,
  ]);
  const [oldest] = await statements.first(`select min(at) from ${statements.from('value')} where series = ?`, [
    series,
  ]);
  if (typeof oldest !== 'number' || oldest >= end) return false;
  const after = searchedUntil ?? (typeof done === 'number' ? done + hour : oldest);
  const since = await firstValueFrom(statements, series, after);
  if (typeof since !== 'number') return dropRolled(statements, series, end);
  const answered = `select min(at) from ${statements.from('look')}
    where endpoint = ? and cause is null and at >= ? and at < ?`;
  const [next] = await statements.first(answered, [endpoint, since, end]);
  if (typeof next !== 'number') return dropRolled(statements, series, end);
  const from = Math.floor(next / hour) * hour;
  const to = Math.min(end, from + mostHours * hour);
  const polls = await statements.rows(
    'look',
    'where endpoint = ? and cause is null and at >= ? and at < ? order by at',
    [endpoint, from, to],
  );
  const values = await statements.rows('value', 'where series = ? and at < ? order by at', [series, to]);
  const seen = await statements.rows(
    'sight',
    "where endpoint = ? and outcome = 'seen' and from_at < ? and to_at > ?",
    [endpoint, to, from],
  );
  const numbers = new SteppedNumbers(values, from);
  const hours = new Map<number, HourRow>();
  for (const { at } of polls) {
    const { value, falls } = numbers.until(at);
    if (value === null) continue;
    const begin = Math.floor(at / hour) * hour;
    const known = hours.get(begin);
    hours.set(begin, {
      table: 'hour',
      series,
      hour: begin,
      first: known?.first ?? value,
      last: value,
      min: known && known.min < value ? known.min : value,
      max: known && known.max > value ? known.max : value,
      falls: (known?.falls ?? 0) + falls,
      observedSeconds: 0,
    });
  }
  const rows: HourRow[] = [];
  for (const [begin, row] of hours) {
    const observed = seen.reduce((sum, each) => sum + overlap(each.from, each.to, begin, begin + hour), 0);
    rows.push({ ...row, observedSeconds: Math.floor(observed / second) });
  }
  await statements.put(rows);
  // If no poll of these two days has a value, a later one may.
  return hours.size > 0 || rollUp(statements, series, endpoint, end, to);
}

/** Drops values that are rolled up. The newest value before `end` stays: it is the value at `end`. */
async function dropRolled(statements: Statements, series: number, end: number): Promise<boolean> {
  const values = statements.from('value');
  const sql = `delete from value ${statements.where} series = ? and at in (select at from ${values}
    where series = ? and at < (select max(at) from ${values} where series = ? and at < ?) order by at limit ${mostRows})`;
  return (await statements.run(sql, [series, series, series, end])) > 0;
}

/** Makes the SQL that selects the keys of at most {@link mostRows} rows. */
function keys(statements: Statements, table: string, key: string, where: string): string {
  return `(${key}) in (select ${key} from ${statements.from(table)} where ${where} limit ${mostRows})`;
}

/** Drops log entries before `end`, and contents to which no other row refers. */
async function dropLogged(statements: Statements, end: number): Promise<boolean> {
  const entries = keys(statements, 'log', 'endpoint, at, item', 'at < ?');
  const dropped = await statements.all(`delete from log ${statements.where} ${entries} returning "before"`, [
    end,
  ]);
  const shared = `select coalesce(max(up_to), 0) from ${statements.from('shared_content')}`;
  const unused = `delete from content ${statements.where} id = ? and id > (${shared})`;
  for (const [content] of dropped) {
    // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
    if (typeof content === 'number') await statements.run(unused, [content]);
  }
  return dropped.length > 0;
}

/** Finds the series with values before `end` that are not rolled up yet, each with its endpoint. */
function seriesToRollUp(statements: Statements, end: number) {
  const newest = `select max(at) from ${statements.from('value', 'newest')}
    where newest.series = series.id and newest.at < ?`;
  const hours = `select 1 from ${statements.from('hour')} where hour.series = series.id and hour.hour >= ?`;
  return statements.all(
    `select series.id, series.endpoint from ${statements.from('series')}
       where exists (select 1 from ${statements.from('value')} where value.series = series.id
         and value.at < ? and (value.at < (${newest}) or not exists (${hours})))`,
    [end, end, end - hour],
  );
}

/** Condition of rows that are older than the newest row of the same owner. */
function isNotNewest(statements: Statements, table: string, owner: string, at: string, but = ''): string {
  const newest = `select max(other.${at}) from ${statements.from(table, 'other')}
    where other.${owner} = ${table}.${owner}${but}`;
  return `${at} < (${newest})`;
}

/** Rows that retention drops: those of `table` that ended before `end`, and meet the condition `but`. `at` is SQL. */
interface Expired {
  readonly table: string;
  readonly key: string;
  readonly at: string;
  readonly end: number;
  readonly but?: string;
}

function expired(statements: Statements, ends: Record<'raw' | 'hour' | 'span', number>): readonly Expired[] {
  const isOld = (table: string, owner: string, at: string, but?: string) =>
    isNotNewest(statements, table, owner, at, but);
  const answered = isOld('look', 'endpoint', 'at', ' and other.cause is null');
  const complete = isOld('look', 'endpoint', 'at', ' and other.complete = 1');
  const { raw, hour: hours, span } = ends;
  return [
    {
      table: 'look',
      key: 'endpoint, at',
      at: 'at',
      end: raw,
      but: `${answered} and (complete = 0 or ${complete})`,
    },
    { table: 'hour', key: 'series, hour', at: 'hour', end: hours },
    { table: 'span', key: 'subject, from_at', at: 'to_at', end: span },
    {
      table: 'sight',
      key: 'endpoint, from_at, outcome',
      at: 'to_at',
      end: span,
      but: isOld('sight', 'endpoint', 'to_at'),
    },
    { table: 'change', key: 'deployment, at, seq, n', at: 'at', end: span },
    { table: 'claim', key: 'endpoint, at', at: 'at', end: span, but: isOld('claim', 'endpoint', 'at') },
    { table: 'bucket_day', key: 'item, day', at: 'day', end: span, but: isOld('bucket_day', 'item', 'day') },
    // The newest hash stays: without it, the same day would be hashed again while a poll of it is stored.
    { table: 'chain', key: 'endpoint, day', at: 'day', end: span, but: isOld('chain', 'endpoint', 'day') },
    { table: 'interruption', key: 'run, from_at, cause', at: 'to_at', end: span },
    // A note lives as long as a span that ended with it, and as long after it was written. The newest id stays,
    // because it must not be used again.
    {
      table: 'note',
      key: 'id',
      at: 'case when at > to_at then at else to_at end',
      end: span,
      but: `id < (select max(other.id) from ${statements.from('note', 'other')})`,
    },
  ];
}

/** Does one step of retention, for at most some hundred rows. @returns whether there is more to do. */
export async function tidyOnce(statements: Statements, retention: Retention, now: number): Promise<boolean> {
  // Days are hashed before their polls are dropped.
  if (await linkNext(statements)) return true;
  const raw = Math.floor((now - retention.rawDays * day) / hour) * hour;
  for (const [series, endpoint] of await seriesToRollUp(statements, raw)) {
    // oxlint-disable-next-line no-await-in-loop -- one step does the work of one series
    if (await rollUp(statements, Number(series), Number(endpoint), raw)) return true;
  }
  const span = now - retention.spanDays * day;
  const ends = { raw, hour: now - retention.hourDays * day, span };
  await statements.run(`update chain set dropped = 1 ${statements.where} dropped = 0 and day < ?`, [raw]);
  if (await dropLogged(statements, span)) return true;
  for (const { table, key, at, end, but } of expired(statements, ends)) {
    const old = keys(statements, table, key, but === undefined ? `${at} < ?` : `${at} < ? and ${but}`);
    // oxlint-disable-next-line no-await-in-loop -- one step drops rows of one table
    if ((await statements.run(`delete from ${quoted(table)} ${statements.where} ${old}`, [end])) > 0)
      return true;
  }
  return false;
}
