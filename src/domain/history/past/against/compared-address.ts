/** Address of a page that compares two moments, such as `?at=…&against=…`. */

import type { Deployment } from '#contract/host.ts';
import { timeIn } from '#domain/history/time-in.ts';
import { deploymentAsOf, isFuture, momentText, momentTextIn } from '../as-of.ts';
import { momentParameter } from '../slug-in-time.ts';

/** Parameter with the moment from which the differences count. `at` has the moment to which they lead. */
export const againstParameter = 'against';

/** Value of `against` for the present. */
export const present = 'now';

/** A moment of a comparison, epoch milliseconds; `null` for the present. */
export type ComparedMoment = number | null;

/**
 * Returns the text of the moment with which a page is compared: a time, or `now`.
 * @returns `null` if the address asks for no comparison, or for none that is valid.
 */
export function comparedTextIn(parameters: URLSearchParams, now: number): string | null {
  const text = parameters.get(againstParameter) ?? '';
  // The present with the present is no comparison.
  if (text === present) return momentTextIn(parameters, now) === null ? null : text;
  const moment = timeIn(text);
  return moment === null || isFuture(moment, now) ? null : text;
}

/** Whether an address asks for a past moment or for a comparison with one, and the host must not draw the present. */
export function asksForPast(parameters: URLSearchParams, now: number): boolean {
  return momentTextIn(parameters, now) !== null || comparedTextIn(parameters, now) !== null;
}

/** Returns the deployment at the moment of a valid text of {@link comparedTextIn}. */
export function deploymentAtText(deployment: Deployment, text: string): Deployment {
  return text === present ? deployment : deploymentAsOf(deployment, text);
}

/** Sets the two moments of a comparison in the parameters of an address. */
export function setCompared(parameters: URLSearchParams, from: ComparedMoment, to: ComparedMoment): void {
  if (to === null) parameters.delete(momentParameter);
  else parameters.set(momentParameter, momentText(to));
  parameters.set(againstParameter, from === null ? present : momentText(from));
}
