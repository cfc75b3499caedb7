/**
 * Computes local days of a time zone (docs/understand/history-api.md, part 4). Days have 22 to 26 hours; a
 * zone may skip a date. A day starts at the first moment with its date. Times are in epoch milliseconds.
 */

import type { Window } from './spans/shares.ts';

const day = 86_400_000;
const minute = 60_000;

/** Maps a time to the local time, encoded as epoch milliseconds as if it were UTC. */
type LocalClock = (time: number) => number;

const clocks = new Map<string, LocalClock>();

/**
 * Creates the local clock of a time zone.
 * @throws RangeError if the zone is unknown.
 */
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
    // Formatters have no milliseconds, and round times before 1970 in the other direction.
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
 * Returns the canonical name of a time zone; `null` for unknown names and offsets. The name is untrusted
 * input. Caches use the canonical name as key, because upper and lower case are the same zone.
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

/** Cache of day starts by zone and date: formatting a time takes some 20 microseconds. */
const startsOf = new Map<string, Map<number, number>>();
const mostStarts = 2_000;

/**
 * Returns the start of a local day in epoch milliseconds.
 * @param date - midnight of the day, encoded as if it were UTC
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
  // Offsets of the zone before and after any clock change near that midnight.
  const [early, late] = [offsetAt(date - day), offsetAt(date + day)];
  const [first, second] = [date - Math.max(early, late), date - Math.min(early, late)];
  for (const start of [first, second]) if (clock(start) === date) return start;
  // Clocks skip that midnight, so the day starts at the clock change.
  let [low, high] = [first - minute, second + minute];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (clock(middle) < date) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns the time at which the clocks of a zone show a local time: the first of two, and for a time that they skip the
 * one that they show instead.
 * @param local - encoded as if it were UTC
 */
export function timeAtLocal(zone: string, local: number): number {
  const clock = localClock(zone);
  const offsetAt = (time: number) => clock(time) - time;
  const [early, late] = [offsetAt(local - day), offsetAt(local + day)];
  const [first, second] = [local - Math.max(early, late), local - Math.min(early, late)];
  return clock(first) === local ? first : second;
}

/**
 * Returns the starts of the local days in a window, then its end; `null` if the window does not start and end
 * at midnight.
 */
export function localDays({ from, to }: Window, zone: string): readonly number[] | null {
  const clock = localClock(zone);
  const isStart = (time: number) => dayStart(zone, dateOf(clock(time))) === time;
  if (to <= from || !isStart(from) || !isStart(to)) return null;
  const starts: number[] = [];
  const last = dateOf(clock(to));
  for (let date = dateOf(clock(from)); date <= last; date += day) {
    const start = dayStart(zone, date);
    // A skipped date has the same start as the next date.
    if (start !== starts.at(-1)) starts.push(start);
  }
  return starts;
}
