/**
 * Computes the window of strips that the page observed itself: from the opening of the page, at most the last
 * quarter of an hour.
 */

import { logMilliseconds } from '../memory/observation.ts';
import type { Window } from './spans/shares.ts';

/** Number of marks in a strip. */
const marks = 90;
/** Milliseconds. Lengths of strips are multiples of it, so that a mark is whole seconds. */
const lengthStep = 180_000;

/**
 * Returns the window of a strip. It ends with the pair of marks that contains `now`. Marks keep their content
 * as the window moves, even if they are shown two by two.
 */
export function sessionWindow(openedAt: number, now: number): Window {
  const whole = Math.ceil((now - openedAt) / lengthStep) * lengthStep;
  const length = Math.min(logMilliseconds, Math.max(2 * lengthStep, whole));
  const pair = (2 * length) / marks;
  const to = Math.ceil(now / pair) * pair;
  return { from: to - length, to };
}
