/** A deployment as of a past moment (docs/understand/history-api.md, part 10). */

import type { Deployment } from '#contract/host.ts';
import { timeIn } from '../time-in.ts';
import { momentParameter, slugAsOf } from './slug-in-time.ts';

/** Milliseconds by which a moment may be ahead of the clock: clocks of viewers and hosts differ. */
const mostAhead = 5_000;

export function isFuture(moment: number, now: number): boolean {
  return moment > now + mostAhead;
}

/** Returns the text of the past moment in an address; `null` without a valid one. Times are epoch milliseconds. */
export function momentTextIn(parameters: URLSearchParams, now: number): string | null {
  const text = parameters.get(momentParameter) ?? '';
  const moment = timeIn(text);
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
