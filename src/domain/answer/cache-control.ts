/** What headers say of how long an answer may be used, as data: RFC 9111 sections 5.2 and 5.3. */

import { parseHttpDate } from './http-date.ts';
import { type CacheHeaders, mostSeconds, parseSeconds } from './poll.ts';

/** Directives by their name, each with its values, unquoted; empty where it has none. */
export type CacheControl = ReadonlyMap<string, readonly string[]>;

const directives = /([^\s,;="]+)(?:=("(?:[^"\\]|\\.)*"|[^\s,;]*))?/g;

export function parseCacheControl(text: string | null): CacheControl {
  const found = new Map<string, string[]>();
  for (const [, name = '', value = ''] of (text ?? '').matchAll(directives)) {
    const key = name.toLowerCase();
    const values = found.get(key) ?? [];
    values.push(value.replace(/^"(.*)"$/, '$1'));
    found.set(key, values);
  }
  return found;
}

/** Seconds of a directive, the smaller of two; `null` where it is absent, or none can be read. */
export function secondsOf(control: CacheControl, name: string): number | null {
  const all = (control.get(name) ?? []).map(parseSeconds).filter((seconds) => seconds !== null);
  return all.length === 0 ? null : Math.min(...all);
}

/**
 * Seconds from `Date`, else from receipt, to `Expires`: 0 where it cannot be read, `null` where nothing says from when.
 */
export function expiresAfter(
  { expires, date }: Pick<CacheHeaders, 'expires' | 'date'>,
  receivedAt?: number,
): number | null {
  const until = parseHttpDate(expires);
  // RFC 9111 section 5.3: a date that cannot be read, "0" above all, is one in the past.
  if (until === null) return 0;
  const from = parseHttpDate(date) ?? receivedAt;
  if (from === undefined) return null;
  return Math.min(Math.max(0, Math.floor((until - from) / 1000) || 0), mostSeconds);
}
