/**
 * Days as they are counted in a zone (docs/understand/history-api.md, part 4): 22 to 26 hours, and where a zone leaves one out, none. A day
 * begins at the first moment that has its date. Times are epoch milliseconds.
 */

import type { Window } from './shares.ts';

const day = 86_400_000;
const minute = 60_000;

/** Local time as if it were UTC. */
type LocalClock = (time: number) => number;

const clocks = new Map<string, LocalClock>();

/** @throws RangeError where there is no such zone. */
export function localClock(zone: string): LocalClock {
  const known = clocks.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const clock = (time: number) => {
    // Formatters know whole seconds, and cut what is before 1970 the other way.
    const second = Math.floor(time / 1000) * 1000;
    const numbers = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
    for (const { type, value } of format.formatToParts(second))
      if (Object.hasOwn(numbers, type)) numbers[type as keyof typeof numbers] = Number(value);
    const { year, month, day, hour, minute, second: seconds } = numbers;
    const local = new Date(Date.UTC(2000, month - 1, day, hour, minute, seconds));
    return local.setUTCFullYear(year, month - 1, day) + (time - second);
  };
  clocks.set(zone, clock);
  return clock;
}

/**
 * The name that the time zone database has for a zone; `null` where it has none, as for an offset. Names are foreign, and in
 * capitals or not they are the same: what is kept for a zone is kept by this one.
 */
export function zoneNamed(name: string): string | null {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function dateOf(local: number): number {
  return Math.floor(local / day) * day;
}

/** Days of a zone that were asked for, by their date: formatting a time takes some 20 microseconds. */
const startsOf = new Map<string, Map<number, number>>();
const mostStarts = 2_000;

/**
 * Where a day of a zone begins.
 *
 * @param date - its midnight as if it were UTC.
 */
export function dayStart(zone: string, date: number): number {
  const starts = startsOf.get(zone) ?? new Map<number, number>();
  startsOf.set(zone, starts);
  const known = starts.get(date);
  if (known !== undefined) return known;
  if (starts.size >= mostStarts) starts.clear();
  const start = foundStart(localClock(zone), date);
  starts.set(date, start);
  return start;
}

function foundStart(clock: LocalClock, date: number): number {
  const offsetAt = (time: number) => clock(time) - time;
  // Before and after any change of clocks that the midnight may have a part in.
  const [early, late] = [offsetAt(date - day), offsetAt(date + day)];
  const [first, second] = [date - Math.max(early, late), date - Math.min(early, late)];
  for (const start of [first, second]) if (clock(start) === date) return start;
  // The clocks pass over it: the day begins as they do.
  let [low, high] = [first - minute, second + minute];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (clock(middle) < date) low = middle;
    else high = middle;
  }
  return high;
}

/** Where the days of a window begin, its end included; `null` where it does not begin and end with a day. */
export function localDays({ from, to }: Window, zone: string): readonly number[] | null {
  const clock = localClock(zone);
  const isStart = (time: number) => dayStart(zone, dateOf(clock(time))) === time;
  if (to <= from || !isStart(from) || !isStart(to)) return null;
  const starts: number[] = [];
  const last = dateOf(clock(to));
  for (let date = dateOf(clock(from)); date <= last; date += day) {
    const start = dayStart(zone, date);
    // A date that a zone left out begins with the next one.
    if (start !== starts.at(-1)) starts.push(start);
  }
  return starts;
}
