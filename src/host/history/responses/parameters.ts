/**
 * Parses the query parameters of requests below `/history`: each at most once, known and valid
 * (docs/understand/history-api.md, part 1).
 */

import { zoneNamed } from '#domain/history/local-days.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { badParameter } from './context.ts';

export type Parameters = ReadonlyMap<string, string>;

/** Parses the query string. @throws Refusal of an unknown or repeated parameter. */
export function parametersOf(search: string, allowed: readonly string[]): Parameters {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!allowed.includes(name)) throw badParameter(name, `The parameter “${name}” does not exist here.`);
    if (found.has(name)) throw badParameter(name, `“${name}” may be given only once.`);
    found.set(name, value);
  }
  return found;
}

/**
 * Parses a time such as `2026-11-23T03:00:20.123Z` to epoch milliseconds. @throws Refusal if the text has
 * another form.
 */
export function timeOf(name: string, text: string): number {
  const isOfForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text);
  const time = isOfForm ? Date.parse(text) : Number.NaN;
  // `Date.parse` accepts days that do not exist, such as the 30th of February.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text.slice(0, 19)))
    throw badParameter(
      name,
      `“${name}” must be a time in UTC like 2026-11-23T03:00:20.123Z, with at most three decimals.`,
    );
  return time;
}

const minute = 60_000;
const day = 86_400_000;
/** Maximum length of a window in days. */
export const mostDays = 401;

/**
 * Reads the window from `from` and `to`; the default is the last day. @throws Refusal if the window ends
 * before it begins, or is too long.
 */
export function windowOf(parameters: Parameters, now: number): Window {
  const [begin, end] = [parameters.get('from'), parameters.get('to')];
  const to = end === undefined ? Math.floor(now / minute) * minute + minute : timeOf('to', end);
  const from = begin === undefined ? to - day : timeOf('from', begin);
  if (from > to) throw badParameter('from', '“from” is after “to”.');
  if (to - from > mostDays * day) throw badParameter('from', `A time range is at most ${mostDays} days.`);
  return { from, to };
}

/**
 * Reads a whole number from 1 to `most`; `otherwise` if the parameter is absent. @throws Refusal of any other
 * text.
 */
export function countOf(parameters: Parameters, name: string, most: number, otherwise: number): number {
  const text = parameters.get(name);
  if (text === undefined) return otherwise;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most)
    throw badParameter(name, `“${name}” must be a whole number from 1 to ${most}.`);
  return count;
}

/**
 * Reads a parameter that must be one of `options`; `null` if it is absent. @throws Refusal of any other text.
 */
export function oneOf<T extends string>(parameters: Parameters, name: string, options: readonly T[]): T | null {
  const text = parameters.get(name);
  if (text === undefined) return null;
  const option = options.find((each) => each === text);
  if (option === undefined) throw badParameter(name, `“${name}” is one of ${options.join(', ')}.`);
  return option;
}

/**
 * Reads the parameter `zone`: the canonical name of a time zone, UTC by default. @throws Refusal of an unknown
 * name.
 */
export function zoneOf(parameters: Parameters): string {
  const zone = zoneNamed(parameters.get('zone') ?? 'UTC');
  if (zone === null)
    throw badParameter('zone', '“zone” must be a name of the time zone database, like Europe/Berlin.');
  return zone;
}
