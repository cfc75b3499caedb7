/** Ranges of time by name, such as those of a shift, and fields for others. Times are in epoch milliseconds. */

import { dayStart, localClock, timeAtLocal } from './local-days.ts';
import type { Window } from './spans/shares.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** Local hours at which a shift begins. */
const shiftStarts = [-2, 6, 14, 22];
const [nightStart, nightEnd] = [-2, 6];

export interface NamedRange extends Window {
  readonly name: string;
}

function dateOf(local: number): number {
  return Math.floor(local / day) * day;
}

/** Ends after `now`, so that a shift that just began is no empty range. */
function lastHours(hours: number, now: number): Window {
  const to = (Math.floor(now / minute) + 1) * minute;
  return { from: to - hours * hour, to };
}

/** The range that a page shows without one in its address. */
export function usualRange(now: number): Window {
  return lastHours(12, now);
}

/** Returns the usual ranges of a handover, in a time zone. */
export function namedRanges(now: number, zone: string): readonly NamedRange[] {
  const local = localClock(zone)(now);
  const today = dateOf(local);
  const start = shiftStarts.findLast((hours) => today + hours * hour <= local) ?? nightStart;
  // The night that is over: before 06:00 that is the night before.
  const night = local >= today + nightEnd * hour ? today : today - day;
  const at = (time: number) => timeAtLocal(zone, time);
  return [
    { name: 'This shift', from: at(today + start * hour), to: lastHours(0, now).to },
    { name: 'Last night 22:00–06:00', from: at(night + nightStart * hour), to: at(night + nightEnd * hour) },
    { name: 'Yesterday', from: dayStart(zone, today - day), to: dayStart(zone, today) },
    { name: 'Last 12 h', ...usualRange(now) },
  ];
}

/** Returns the ranges by name of a page with strips or charts, in a time zone. */
export function pageRanges(now: number, zone: string): readonly NamedRange[] {
  const local = new Date(localClock(zone)(now));
  const month = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1);
  return [
    { name: 'Last hour', ...lastHours(1, now) },
    ...namedRanges(now, zone),
    { name: 'This month', from: dayStart(zone, month), to: lastHours(0, now).to },
  ];
}

/** Writes a time for a field of type `datetime-local`: "2026-11-23T03:00", with seconds if it has some. */
export function fieldText(time: number, zone: string): string {
  const length = time % minute === 0 ? 16 : 19;
  return new Date(localClock(zone)(time)).toISOString().slice(0, length);
}

/** Parses the text of such a field; `null` if it is empty. */
export function timeOfField(text: string, zone: string): number | null {
  const local = Date.parse(`${text}Z`);
  return Number.isNaN(local) ? null : timeAtLocal(zone, local);
}
