/** Time windows in the configuration, single or recurring. Times are in epoch milliseconds. */

import { localClock } from '../history/local-days.ts';
import type { Window } from '../history/spans/shares.ts';
import { occursOn, parseRecurrence, type Recurrence } from './recurrence.ts';

const day = 86_400_000;

/** A window as configured: `2026-11-27T22:00:00Z`, or `2026-11-27T22:00` with a `zone`. */
export interface WrittenWindow {
  readonly from: string;
  readonly to: string;
  readonly rrule?: string | undefined;
  /** IANA time zone of `from` and `to`; absent if these have an offset. */
  readonly zone?: string | undefined;
}

export interface RecurringWindow {
  /**
   * Start of the first occurrence in local time, encoded as epoch milliseconds as if it were UTC. `to` is its
   * end.
   */
  readonly from: number;
  readonly to: number;
  /** Maps epoch milliseconds to local time, encoded as if it were UTC. */
  readonly clock: (time: number) => number;
  readonly rule: Recurrence | null;
}

/** Thrown for an invalid window, with the member at fault. The message is a clause with the reason. */
export class WindowError extends Error {
  override readonly name = 'WindowError';
  readonly member: keyof WrittenWindow;
  constructor(member: keyof WrittenWindow, message: string) {
    super(message);
    this.member = member;
  }
}

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?$/;

/**
 * Maximum length of a recurring window in milliseconds. It must be shorter than the time between two
 * occurrences.
 */
const longestRecurring = 28 * day;

interface Written {
  /** Local time, encoded as epoch milliseconds as if it were UTC. */
  readonly local: number;
  /** Milliseconds by which the local time is ahead of UTC; `null` if the text has no offset. */
  readonly offset: number | null;
}

function readTime(member: 'from' | 'to', text: string): Written {
  const [, local = '', zone] = form.exec(text) ?? [];
  const time = Date.parse(`${local}Z`);
  // Some parsers accept 31 June as 1 July, so the parsed date is compared with the text.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(local.slice(0, 16)))
    throw new WindowError(member, 'a time such as "2026-11-27T22:00:00Z" is expected');
  if (zone === undefined) return { local: time, offset: null };
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return { local: time, offset };
}

function clockOf(zone: string): RecurringWindow['clock'] {
  try {
    return localClock(zone);
  } catch {
    throw new WindowError('zone', 'a time zone such as "Europe/Berlin" is expected');
  }
}

function ruleOf(text: string): Recurrence {
  try {
    return parseRecurrence(text);
  } catch (cause) {
    throw new WindowError('rrule', cause instanceof Error ? cause.message : 'it cannot be read');
  }
}

/**
 * Parses a configured window.
 * @throws WindowError if a member is invalid.
 */
export function parseWindow({ from, to, rrule, zone }: WrittenWindow): RecurringWindow {
  const [start, end] = [readTime('from', from), readTime('to', to)];
  for (const [member, { offset }] of [
    ['from', start],
    ['to', end],
  ] as const) {
    if (zone !== undefined && offset !== null)
      throw new WindowError(
        member,
        'with "zone" a time without an offset is expected, such as "2026-11-27T22:00"',
      );
    if (zone === undefined && offset === null)
      throw new WindowError(
        member,
        'a time with an offset is expected, such as "2026-11-27T22:00:00Z", or a "zone" beside it',
      );
  }
  const shift = start.offset ?? 0;
  const clock = zone === undefined ? (time: number) => time + shift : clockOf(zone);
  // The end, converted to the offset of the start.
  const last = end.local + shift - (end.offset ?? 0);
  if (last <= start.local) throw new WindowError('to', 'it is not after "from"');
  const rule = rrule === undefined ? null : ruleOf(rrule);
  if (rule && last - start.local > longestRecurring)
    throw new WindowError('to', 'a recurring window lasts 28 days at most');
  return { from: start.local, to: last, clock, rule };
}

function timeOf({ clock }: RecurringWindow, local: number, near: number): number {
  const guess = near + local - clock(near);
  const time = guess + local - clock(guess);
  // A local time that the clocks skip is read with the offset before the change (RFC 5545, section 3.3.5).
  return clock(time) === local ? time : Math.max(guess, time);
}

function isBeforeEnd({ rule, clock }: RecurringWindow, start: number, now: number): boolean {
  if (!rule?.until) return true;
  const { time, isUtc } = rule.until;
  return (isUtc ? start - clock(now) + now : start) <= time;
}

/**
 * Returns the end of the occurrence that contains `now`, in epoch milliseconds; `null` outside. Of
 * overlapping occurrences, the latest one counts.
 */
export function endOfWindowAt(window: RecurringWindow, now: number): number | null {
  const { from, to, clock, rule } = window;
  const local = clock(now);
  const length = to - from;
  if (!rule) return local >= from && local < to ? timeOf(window, to, now) : null;
  const [first, today] = [Math.floor(from / day), Math.floor(local / day)];
  for (let each = today; each >= first && each >= today - Math.ceil(length / day) - 1; each -= 1) {
    const start = from + (each - first) * day;
    const isNow = local >= start && local < start + length;
    if (isNow && occursOn(rule, first, each) && isBeforeEnd(window, start, now))
      return timeOf(window, start + length, now);
  }
  return null;
}

/** Returns the occurrences of a window that overlap a range, in order of time. */
export function occurrencesIn(window: RecurringWindow, range: Window): readonly Window[] {
  const { from, to, clock, rule } = window;
  const length = to - from;
  const found: Window[] = [];
  const add = (start: number) => {
    const begin = timeOf(window, start, start);
    if (!isBeforeEnd(window, start, begin)) return;
    const end = timeOf(window, start + length, start + length);
    if (begin < end && begin < range.to && end > range.from) found.push({ from: begin, to: end });
  };
  if (!rule) {
    add(from);
    return found;
  }
  const first = Math.floor(from / day);
  const earliest = Math.floor(clock(range.from) / day) - Math.ceil(length / day) - 1;
  const last = Math.floor(clock(range.to) / day);
  for (let each = Math.max(first, earliest); each <= last; each += 1)
    if (occursOn(rule, first, each)) add(from + (each - first) * day);
  return found;
}
