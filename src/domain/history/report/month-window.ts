import { dayStart } from '../local-days.ts';
import type { Window } from '../spans/shares.ts';
import { monthAfter, startInUtc } from './month.ts';

/** Returns the time of a month (`2026-11`) in a time zone. */
export function windowOfMonth(month: string, zone: string): Window {
  return { from: dayStart(zone, startInUtc(month)), to: dayStart(zone, startInUtc(monthAfter(month, 1))) };
}
