/**
 * Computes a hash chain over the polls of each endpoint and UTC day. If a stored poll is changed, all later
 * hashes change, and anybody who noted a hash can tell. A day is hashed once a poll of a later day exists:
 * polls of an endpoint are written in order.
 */

import { createHash } from 'node:crypto';
import type { RowOf } from '../rows.ts';
import { quoted } from './dialect.ts';
import { insertOf, type Statements } from './statements.ts';

const day = 86_400_000;

export interface Link {
  readonly endpoint: number;
  /** Start of the day (UTC) whose polls are hashed, in epoch milliseconds. */
  readonly day: number;
  readonly looks: number;
  /** Previous hash of the endpoint; empty for the first. */
  readonly before: string;
  readonly hash: string;
  readonly dropped: boolean;
}

const linkColumns = ['endpoint', 'day', 'looks', 'before', 'hash', 'dropped'];

/**
 * Computes the hexadecimal SHA-256 of the previous hash and the polls of a day, each as a line of `edgewatch
 * history export`.
 */
export function hashOf(before: string, polls: readonly RowOf<'look'>[]): { looks: number; hash: string } {
  const hash = createHash('sha256').update(before);
  for (const poll of polls) hash.update(`${JSON.stringify(poll)}\n`);
  return { looks: polls.length, hash: hash.digest('hex') };
}

export function pollsOfDay(
  statements: Statements,
  endpoint: number,
  begin: number,
): Promise<readonly RowOf<'look'>[]> {
  const where = 'where endpoint = ? and at >= ? and at < ? order by at';
  return statements.rows('look', where, [endpoint, begin, begin + day]);
}

export async function linksIn(statements: Statements): Promise<readonly Link[]> {
  const columns = linkColumns.map(quoted).join(', ');
  const sql = `select ${columns} from ${statements.from('chain')} order by endpoint, day`;
  return (await statements.all(sql)).map(([endpoint, begin, polls, before, hash, dropped]) => ({
    endpoint: Number(endpoint),
    day: Number(begin),
    looks: Number(polls),
    before: String(before),
    hash: String(hash),
    dropped: dropped === 1,
  }));
}

/** Adds the hash of the next finished day of an endpoint. @returns whether there was such a day. */
async function linkNextOf(statements: Statements, endpoint: number): Promise<boolean> {
  const [links, polls] = [statements.from('chain'), statements.from('look')];
  const newest = `select day, hash from ${links} where endpoint = ? order by day desc limit 1`;
  const [linked, before] = await statements.first(newest, [endpoint]);
  const since = typeof linked === 'number' ? linked + day : 0;
  const next = `select min(at) from ${polls} where endpoint = ? and at >= ?`;
  const [first] = await statements.first(next, [endpoint, since]);
  const [last] = await statements.first(`select max(at) from ${polls} where endpoint = ?`, [endpoint]);
  if (typeof first !== 'number' || typeof last !== 'number') return false;
  const begin = Math.floor(first / day) * day;
  if (last < begin + day) return false;
  const text = typeof before === 'string' ? before : '';
  const { looks: count, hash } = hashOf(text, await pollsOfDay(statements, endpoint, begin));
  const insert = insertOf('chain', linkColumns, 1, statements.dialect);
  await statements.run(insert, [endpoint, begin, count, text, hash, 0]);
  return true;
}

/** Adds the hash of one finished day. @returns whether there was such a day. */
export async function linkNext(statements: Statements): Promise<boolean> {
  for (const [id] of await statements.all(`select id from ${statements.from('endpoint')}`)) {
    // oxlint-disable-next-line no-await-in-loop -- only the first finished day is hashed
    if (await linkNextOf(statements, Number(id))) return true;
  }
  return false;
}
