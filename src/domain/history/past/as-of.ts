/** A deployment as of a past moment (docs/understand/history-api.md, part 10). */

import type { Deployment } from '#contract/host.ts';
import { momentParameter, slugAsOf } from './slug-in-time.ts';

/** Milliseconds by which a moment may be ahead of the clock: clocks of viewers and hosts differ. */
const mostAhead = 5_000;

/**
 * Reads a moment such as `2026-11-23T03:00:20.123Z`, with at most three decimals.
 * @returns epoch milliseconds; `null` if the text has another form.
 */
export function momentIn(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text)) return null;
  const time = Date.parse(text);
  // `Date.parse` accepts days that do not exist, such as the 30th of February.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(text.slice(0, 19)) ? null : time;
}

export function isFuture(moment: number, now: number): boolean {
  return moment > now + mostAhead;
}

/** Returns the text of the past moment in an address; `null` without a valid one. Times are epoch milliseconds. */
export function momentTextIn(parameters: URLSearchParams, now: number): string | null {
  const text = parameters.get(momentParameter) ?? '';
  const moment = momentIn(text);
  return moment === null || isFuture(moment, now) ? null : text;
}

/** Returns a moment as text for an address, without needless decimals. */
export function momentText(moment: number): string {
  return new Date(moment).toISOString().replace('.000', '');
}

/** Returns a deployment as it was known at a moment. Its API is the history of the host. */
export function deploymentAsOf(deployment: Deployment, text: string): Deployment {
  const { slug } = deployment;
  return { ...deployment, slug: slugAsOf(slug, text), baseUrl: `history/${slug}/at/${text}` };
}
