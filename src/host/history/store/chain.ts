/**
 * Computes a hash chain over the polls of each endpoint and UTC day. If a stored poll is changed, all later
 * hashes change, and anybody who noted a hash can tell. A day is hashed once a poll of a later day exists:
 * polls of an endpoint are written in order.
 */

import { createHash } from 'node:crypto';
import type { RowOf } from '../rows.ts';
import type { Statements } from './statements.ts';

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

/**
 * Computes the hexadecimal SHA-256 of the previous hash and the polls of a day, each as a line of `edgewatch
 * history export`.
 */
export function hashOf(before: string, polls: Iterable<RowOf<'look'>>): { looks: number; hash: string } {
  const hash = createHash('sha256').update(before);
  let count = 0;
  for (const poll of polls) {
    hash.update(`${JSON.stringify(poll)}\n`);
    count += 1;
  }
  return { looks: count, hash: hash.digest('hex') };
}

export function pollsOfDay(statements: Statements, endpoint: number, begin: number) {
  return statements.each('look', 'where endpoint = ? and at >= ? and at < ? order by at', [
    endpoint,
    begin,
    begin + day,
  ]);
}

export function linksIn(statements: Statements): readonly Link[] {
  const sql = 'select endpoint, day, looks, before, hash, dropped from chain order by endpoint, day';
  return statements.all(sql).map(([endpoint, begin, polls, before, hash, dropped]) => ({
    endpoint: Number(endpoint),
    day: Number(begin),
    looks: Number(polls),
    before: String(before),
    hash: String(hash),
    dropped: dropped === 1,
  }));
}

/** Adds the hash of one finished day. @returns whether there was such a day. */
export function linkNext(statements: Statements): boolean {
  for (const [id] of statements.all('select id from endpoint')) {
    const endpoint = Number(id);
    const newest = 'select day, hash from chain where endpoint = ? order by day desc limit 1';
    const [linked, before] = statements.all(newest, [endpoint])[0] ?? [];
    const since = typeof linked === 'number' ? linked + day : 0;
    const [first] =
      statements.all('select min(at) from look where endpoint = ? and at >= ?', [endpoint, since])[0] ?? [];
    const [last] = statements.all('select max(at) from look where endpoint = ?', [endpoint])[0] ?? [];
    if (typeof first !== 'number' || typeof last !== 'number') continue;
    const begin = Math.floor(first / day) * day;
    if (last < begin + day) continue;
    const text = typeof before === 'string' ? before : '';
    const { looks: polls, hash } = hashOf(text, pollsOfDay(statements, endpoint, begin));
    const insert = 'insert into chain (endpoint, day, looks, before, hash, dropped) values (?, ?, ?, ?, ?, 0)';
    statements.run(insert, [endpoint, begin, polls, text, hash]);
    return true;
  }
  return false;
}
