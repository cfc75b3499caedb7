/** A span of time in an address. */

import type { Window } from './shares.ts';

/** Milliseconds. */
const longest = 400 * 86_400_000;

/** What stands for a span in an address: two times to the second. */
export function spanText({ from, to }: Window): string {
  return [from, to].map((time) => `${new Date(time).toISOString().slice(0, 19)}Z`).join('~');
}

/** The span that a text stands for; `null` where it stands for none of at most 400 days. */
export function spanIn(text: string): Window | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ~\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return null;
  const [from = Number.NaN, to = Number.NaN] = text.split('~').map((time) => Date.parse(time));
  return from < to && to - from <= longest ? { from, to } : null;
}
