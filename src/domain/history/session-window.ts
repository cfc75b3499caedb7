/** Window of the strips that a session observed: since the page opened, at most a quarter of an hour. */

import { logMilliseconds } from '../memory/observation.ts';
import type { Window } from './spans/shares.ts';

/** Marks of a strip. */
const marks = 90;
/** Strip lengths are multiples of this, so that a mark is whole seconds. Milliseconds. */
const lengthStep = 180_000;

/** Ends with the pair of marks that contains `now`. Its marks keep their content as it moves, also two by two. */
export function sessionWindow(openedAt: number, now: number): Window {
  const whole = Math.ceil((now - openedAt) / lengthStep) * lengthStep;
  const length = Math.min(logMilliseconds, Math.max(2 * lengthStep, whole));
  const pair = (2 * length) / marks;
  const to = Math.ceil(now / pair) * pair;
  return { from: to - length, to };
}
