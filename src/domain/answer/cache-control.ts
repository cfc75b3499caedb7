/** Parses `Cache-Control` and `Expires` (RFC 9111 sections 5.2 and 5.3). */

import { parseHttpDate } from './http-date.ts';
import { type CacheHeaders, mostSeconds, parseSeconds } from './poll.ts';

/** Unquoted values by directive name; an empty value if the directive has none. */
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

/** Seconds of a directive, the smallest if repeated; `null` if absent or unreadable. */
export function secondsOf(control: CacheControl, name: string): number | null {
  const all = (control.get(name) ?? []).map(parseSeconds).filter((seconds) => seconds !== null);
  return all.length === 0 ? null : Math.min(...all);
}

/**
 * Seconds from `Date`, or from receipt without it, to `Expires`.
 *
 * @returns 0 if `Expires` is unreadable; `null` without `Date` and receipt.
 */
export function expiresAfter(
  { expires, date }: Pick<CacheHeaders, 'expires' | 'date'>,
  receivedAt?: number,
): number | null {
  const until = parseHttpDate(expires);
  // RFC 9111 section 5.3: an invalid date, especially "0", is in the past.
  if (until === null) return 0;
  const from = parseHttpDate(date) ?? receivedAt;
  if (from === undefined) return null;
  return Math.min(Math.max(0, Math.floor((until - from) / 1000) || 0), mostSeconds);
}
