import type { Window } from './shares.ts';

/** Maximum length of a time span in milliseconds. */
const longest = 400 * 86_400_000;

/** Writes a time span for URLs: two times to the second, separated by `~`. */
export function spanText({ from, to }: Window): string {
  return [from, to].map((time) => `${new Date(time).toISOString().slice(0, 19)}Z`).join('~');
}

/** Parses a time span of a URL; `null` if the text is invalid or the span is longer than 400 days. */
export function spanIn(text: string): Window | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ~\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return null;
  const [from = Number.NaN, to = Number.NaN] = text.split('~').map((time) => Date.parse(time));
  return from < to && to - from <= longest ? { from, to } : null;
}

/** Parses a time of the address, such as `2026-11-23T03:00:20.000Z`; `null` if the text has another form. */
export function timeIn(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
