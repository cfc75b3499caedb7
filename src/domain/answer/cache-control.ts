/** Parses `Cache-Control` and `Expires` (RFC 9111 sections 5.2 and 5.3). */

import { parseHttpDate } from './http-date.ts';
import { type CacheHeaders, mostSeconds, parseSeconds } from './poll.ts';

/**
 * Parsed `Cache-Control`: unquoted values by directive name. A directive without a value has an empty text.
 */
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

/**
 * Returns the seconds of a directive, the smallest if it is repeated; `null` if it is absent or unreadable.
 */
export function secondsOf(control: CacheControl, name: string): number | null {
  const all = (control.get(name) ?? []).map(parseSeconds).filter((seconds) => seconds !== null);
  return all.length === 0 ? null : Math.min(...all);
}

/**
 * Computes the seconds from `Date` to `Expires`; from receipt if `Date` is absent.
 * @returns 0 if `Expires` is unreadable; `null` if neither `Date` nor receipt is known
 */
export function expiresAfter(
  { expires, date }: Pick<CacheHeaders, 'expires' | 'date'>,
  receivedAt?: number,
): number | null {
  const until = parseHttpDate(expires);
  // RFC 9111 section 5.3: an invalid date, especially "0", means a time in the past.
  if (until === null) return 0;
  const from = parseHttpDate(date) ?? receivedAt;
  if (from === undefined) return null;
  return Math.min(Math.max(0, Math.floor((until - from) / 1000) || 0), mostSeconds);
}
