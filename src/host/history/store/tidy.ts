/**
 * Applies retention in small steps, so that polls continue meanwhile. Numbers are rolled up by the hour
 * before they are dropped. Open spans, and the rows with which the next poll is compared, stay at any age.
 */

import type { Retention } from '#contract/history.ts';
import { SteppedNumbers } from '../memory/stepped-numbers.ts';
import type { HourRow } from '../rows.ts';
import { linkNext } from './chain.ts';
import { noteDeletion } from './notes.ts';
import type { Statements } from './statements.ts';

const [second, hour, day] = [1_000, 3_600_000, 86_400_000];

const mostRows = 500;
const mostHours = 48;

function overlap(from: number, to: number, begin: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, begin));
}

/** Finds the first time from `from` on at which a series has a value. */
async function firstValueFrom(statements: Statements, series: number, from: number): Promise<unknown> {
  const newest = 'select value from value where series = ? and at <= ? order by at desc limit 1';
  const [valueThen = null] = await statements.first(newest, [series, from]);
  if (valueThen !== null) return from;
  const next = 'select min(at) from value where series = ? and at > ? and value is not null';
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
  const [done] = await statements.first('select max(hour) from hour where series = ?', [series]);
  const [oldest] = await statements.first('select min(at) from value where series = ?', [series]);
  if (typeof oldest !== 'number' || oldest >= end) return false;
  const after = searchedUntil ?? (typeof done === 'number' ? done + hour : oldest);
  const since = await firstValueFrom(statements, series, after);
  if (typeof since !== 'number') return dropRolled(statements, series, end);
  const answered = 'select min(at) from look where endpoint = ? and cause is null and at >= ? and at < ?';
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
  const sql = `delete from value where series = ? and at in (select at from value where series = ? and at <
    (select max(at) from value where series = ? and at < ?) order by at limit ${mostRows})`;
  return (await statements.run(sql, [series, series, series, end])) > 0;
}

/** Drops log entries before `end`, and contents to which no other row refers. */
async function dropLogged(statements: Statements, end: number): Promise<boolean> {
  const dropped = await statements.all(
    `delete from log where (endpoint, at, item) in (select endpoint, at, item from log where at < ? limit ${mostRows})
       returning before`,
    [end],
  );
  for (const [content] of dropped)
    if (typeof content === 'number')
      // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
      await statements.run(
        'delete from content where id = ? and id > (select coalesce(max(up_to), 0) from shared_content)',
        [content],
      );
  return dropped.length > 0;
}

/** Does one step of retention, for at most some hundred rows. @returns whether there is more to do. */
export async function tidyOnce(statements: Statements, retention: Retention, now: number): Promise<boolean> {
  // Days are hashed before their polls are dropped.
  if (await linkNext(statements)) return true;
  const rawEnd = Math.floor((now - retention.rawDays * day) / hour) * hour;
  // oxlint-disable-next-line no-await-in-loop -- one step does the work of one series
  for (const [series, endpoint] of await statements.all(
    `select series.id, series.endpoint from series where exists (select 1 from value where value.series = series.id
       and value.at < ? and (value.at < (select max(at) from value as newest where newest.series = series.id and newest.at < ?)
         or not exists (select 1 from hour where hour.series = series.id and hour.hour >= ?)))`,
    [rawEnd, rawEnd, rawEnd - hour],
  ))
    if (await rollUp(statements, Number(series), Number(endpoint), rawEnd)) return true;
  const hourEnd = now - retention.hourDays * day;
  const spanEnd = now - retention.spanDays * day;
  await statements.run('update chain set dropped = 1 where dropped = 0 and day < ?', [rawEnd]);
  if (await dropLogged(statements, spanEnd)) return true;
  const deletions: readonly (readonly [string, number])[] = [
    [
      `delete from look where (endpoint, at) in (select endpoint, at from look where at < ? and at <
         (select max(other.at) from look as other where other.endpoint = look.endpoint and other.cause is null) and (complete = 0 or
         at < (select max(other.at) from look as other where other.endpoint = look.endpoint and other.complete = 1)) limit ${mostRows})`,
      rawEnd,
    ],
    [
      `delete from hour where (series, hour) in (select series, hour from hour where hour < ? limit ${mostRows})`,
      hourEnd,
    ],
    [
      `delete from span where (subject, from_at) in (select subject, from_at from span where to_at < ? limit ${mostRows})`,
      spanEnd,
    ],
    [
      `delete from sight where (endpoint, from_at, outcome) in (select endpoint, from_at, outcome from sight where to_at < ?
         and to_at < (select max(other.to_at) from sight as other where other.endpoint = sight.endpoint) limit ${mostRows})`,
      spanEnd,
    ],
    [
      `delete from change where (deployment, at, seq, n) in (select deployment, at, seq, n from change where at < ? limit ${mostRows})`,
      spanEnd,
    ],
    [
      `delete from claim where (endpoint, at) in (select endpoint, at from claim where at < ? and at <
         (select max(other.at) from claim as other where other.endpoint = claim.endpoint) limit ${mostRows})`,
      spanEnd,
    ],
    [
      `delete from bucket_day where (item, day) in (select item, day from bucket_day where day < ? and day <
         (select max(other.day) from bucket_day as other where other.item = bucket_day.item) limit ${mostRows})`,
      spanEnd,
    ],
    [
      // The newest hash stays: without it, the same day would be hashed again while a poll of it is stored.
      `delete from chain where (endpoint, day) in (select endpoint, day from chain where day < ? and day <
         (select max(other.day) from chain as other where other.endpoint = chain.endpoint) limit ${mostRows})`,
      spanEnd,
    ],
    [
      `delete from interruption where (run, from_at, cause) in (select run, from_at, cause from interruption where to_at < ? limit ${mostRows})`,
      spanEnd,
    ],
    noteDeletion(retention, now, mostRows),
  ];
  for (const [sql, before] of deletions) {
    // oxlint-disable-next-line no-await-in-loop -- one step drops rows of one table
    if ((await statements.run(sql, [before])) > 0) return true;
  }
  return false;
}
