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

/** Parameter with the moment from which the differences count. `at` has the moment to which they lead. */
export const againstParameter = 'against';

/** Value of `against` for the present. */
export const presentText = 'now';

/** A moment of a comparison, epoch milliseconds; `null` for the present. */
export type ComparedMoment = number | null;

/**
 * Returns the text of the moment with which a page is compared: a time, or `now`.
 * @returns `null` if the address asks for no comparison, or for none that is valid.
 */
export function comparedTextIn(parameters: URLSearchParams, now: number): string | null {
  const text = parameters.get(againstParameter) ?? '';
  // The present with the present is no comparison.
  if (text === presentText) return momentTextIn(parameters, now) === null ? null : text;
  const moment = timeIn(text);
  return moment === null || isFuture(moment, now) ? null : text;
}

/** Whether an address asks for a past moment or for a comparison with one, and the host must not draw the present. */
export function asksForPast(parameters: URLSearchParams, now: number): boolean {
  return momentTextIn(parameters, now) !== null || comparedTextIn(parameters, now) !== null;
}

/** Returns the deployment at the moment of a valid text of {@link comparedTextIn}. */
export function deploymentAtText(deployment: Deployment, text: string): Deployment {
  return text === presentText ? deployment : deploymentAsOf(deployment, text);
}

/** Sets the two moments of a comparison in the parameters of an address. */
export function setCompared(parameters: URLSearchParams, from: ComparedMoment, to: ComparedMoment): void {
  if (to === null) parameters.delete(momentParameter);
  else parameters.set(momentParameter, momentText(to));
  parameters.set(againstParameter, from === null ? presentText : momentText(from));
}
