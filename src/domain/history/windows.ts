/**
 * Time windows of history requests, rounded so that many viewers share a response
 * (docs/understand/history-api.md, part 1).
 */

import { formatDate, formatTime } from '../text/format.ts';
import type { Window } from './spans/shares.ts';
import { timeIn } from './time-in.ts';

/** A range that ends now. */
export type UsualRange = '24h' | '7d' | '90d';

/** A chosen range: its start and its end, epoch milliseconds. */
export type ChosenRange = `${number}..${number}`;

export type Range = UsualRange | ChosenRange;

const minute = 60_000;
const quarter = 15 * minute;
const hour = 60 * minute;
const day = 24 * hour;

const lengths: Readonly<Record<UsualRange, number>> = { '24h': day, '7d': 7 * day, '90d': 90 * day };
/**
 * Milliseconds to which the end of a range is rounded up. For 90 days it is a day: each mark is one day,
 * today included.
 */
const steps: Readonly<Record<UsualRange, number>> = { '24h': minute, '7d': quarter, '90d': day };

/** Maximum length of a chosen range in milliseconds. The host answers no longer one. */
const longest = 401 * day;

export const usualNames: Readonly<Record<UsualRange, string>> = { '24h': '24 h', '7d': '7 d', '90d': '90 d' };

export function isUsual(range: Range): range is UsualRange {
  return range in lengths;
}

/** Returns the chosen range of a window. Two of the same window are equal, as keys of queries must be. */
export function chosenRange({ from, to }: Window): ChosenRange {
  return `${from}..${to}`;
}

function chosenWindow(range: ChosenRange): Window {
  const [from = 0, to = 0] = range.split('..').map(Number);
  return { from, to };
}

/** Parses the chosen window of an address; `null` if it has none that the host would answer. */
export function windowIn(from: string, to: string): Window | null {
  const [begin, end] = [timeIn(from), timeIn(to)];
  if (begin === null || end === null) return null;
  return begin < end && end - begin <= longest ? { from: begin, to: end } : null;
}

/** Formats a window: "26 Nov 2026 09:00 to 12:00", with the date of the end if it is another. */
export function windowText({ from, to }: Window, zone = 'UTC'): string {
  const [first, last] = [formatDate(from, zone), formatDate(to, zone)];
  return `${first} ${formatTime(from, zone)} to ${first === last ? '' : `${last} `}${formatTime(to, zone)}`;
}

/** Names a range: "24 h" or "26 Nov 2026 09:00 to 12:00". */
export function rangeName(range: Range): string {
  return isUsual(range) ? usualNames[range] : windowText(chosenWindow(range));
}

/** Returns a range as it follows a verb: "in 24 h" or "from 26 Nov 2026 09:00 to 12:00". */
export function inRange(range: Range): string {
  return `${isUsual(range) ? 'in' : 'from'} ${rangeName(range)}`;
}

/** Whether a range lasts until now. A chosen one may have ended. */
export function lastsUntil(range: Range, now: number): boolean {
  return isUsual(range) || chosenWindow(range).to > now;
}

/**
 * Returns the window of a range. That of a usual one ends now: at the next whole minute, quarter hour or day (UTC).
 */
export function windowOf(range: Range, now: number): Window {
  if (!isUsual(range)) return chosenWindow(range);
  const step = steps[range];
  const to = Math.ceil(now / step) * step;
  return { from: to - lengths[range], to };
}

/**
 * Returns the window of a range at a past moment. Windows are half-open, so it ends a millisecond later: the moment is
 * mostly that of a change. A chosen range that begins later moves to end there.
 */
export function windowUntil(range: Range, moment: number): Window {
  if (!isUsual(range)) {
    const { from, to } = chosenWindow(range);
    const end = moment + 1;
    return from < end ? { from, to: Math.min(to, end) } : { from: end - (to - from), to: end };
  }
  return { from: moment + 1 - lengths[range], to: moment + 1 };
}
