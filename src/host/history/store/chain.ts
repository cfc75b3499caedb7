/**
 * A hash of the looks of each endpoint and UTC day, and of the hash before it: who changes a look that is kept changes all
 * that follow, and whoever noted one of them can tell. It is made once a look of a later day is there, for of one endpoint
 * none is written that is older than its newest.
 */

import { createHash } from 'node:crypto';
import type { RowOf } from '../rows.ts';
import type { Statements } from './statements.ts';

const day = 86_400_000;

/** The hash of looks of one endpoint and day. */
export interface Link {
  readonly endpoint: number;
  /** Begin of the day (UTC). */
  readonly day: number;
  readonly looks: number;
  /** The hash before; empty of the first. */
  readonly before: string;
  readonly hash: string;
  /** Whether looks of it are dropped by now. */
  readonly dropped: boolean;
}

/** Hexadecimal SHA-256 of the hash before and the looks of a day, each the line that `edgewatch history export` writes. */
export function hashOf(before: string, looks: Iterable<RowOf<'look'>>): { looks: number; hash: string } {
  const hash = createHash('sha256').update(before);
  let count = 0;
  for (const look of looks) {
    hash.update(`${JSON.stringify(look)}\n`);
    count += 1;
  }
  return { looks: count, hash: hash.digest('hex') };
}

/** Looks of an endpoint and day in their order. */
export function looksOfDay(statements: Statements, endpoint: number, begin: number) {
  return statements.each('look', 'where endpoint = ? and at >= ? and at < ? order by at', [
    endpoint,
    begin,
    begin + day,
  ]);
}

/** All links, those of one endpoint together and in order. */
export function linksIn(statements: Statements): readonly Link[] {
  const sql = 'select endpoint, day, looks, before, hash, dropped from chain order by endpoint, day';
  return statements.all(sql).map(([endpoint, begin, looks, before, hash, dropped]) => ({
    endpoint: Number(endpoint),
    day: Number(begin),
    looks: Number(looks),
    before: String(before),
    hash: String(hash),
    dropped: dropped === 1,
  }));
}

/** Adds the link of one day that is over; whether there was one. */
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
    const { looks, hash } = hashOf(text, looksOfDay(statements, endpoint, begin));
    const insert = 'insert into chain (endpoint, day, looks, before, hash, dropped) values (?, ?, ?, ?, ?, 0)';
    statements.run(insert, [endpoint, begin, looks, text, hash]);
    return true;
  }
  return false;
}
