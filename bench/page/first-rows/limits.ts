/** Goals and gates for the first second of a page: a value meets its goal, or is tolerated up to its gate. */

import type { Limits } from '../../support/report.ts';
import type { Condition } from '../measure.ts';
import type { Landmark } from './watched-pages.ts';

/** Limits of a time, as a multiple of the same time of the static floor (see bench/page/pages.ts). */
interface RatioLimits extends Readonly<Record<Exclude<Landmark['kind'], 'record'> | 'paint', Limits>> {
  readonly record: null;
  readonly filter: Limits | null;
}

const either = { record: null, map: { goal: 3, gate: 3 }, paint: { goal: 2, gate: 2 } } as const;

/**
 * The goals of the verdict are the ratios that were measured when only the verdict was server-rendered. Two
 * loads are too few to judge a difference of a tenth, so the gates are a tenth higher.
 */
const unthrottled: RatioLimits = {
  ...either,
  verdict: { goal: 1.9, gate: 2.1 },
  rows: { goal: 2.5, gate: 3 },
  filter: null,
};

const throttled: RatioLimits = {
  ...either,
  verdict: { goal: 1.5, gate: 1.65 },
  rows: { goal: 2, gate: 3 },
  filter: { goal: 4.5, gate: 4.5 },
};

export function ratioLimits({ slowdown }: Condition): RatioLimits {
  return slowdown > 1 ? throttled : unthrottled;
}

export const costLimits = {
  /** Milliseconds of blocked main thread, on a machine four times slower. */
  blocked: { goal: 250, gate: 350 },
  shift: { goal: 0.02, gate: 0.02 },
  /** KiB, also for `scripts` and `rawScripts`. */
  document: { goal: 30, gate: 30 },
  scripts: { goal: 110, gate: 140 },
  rawScripts: { goal: 430, gate: 430 },
} as const satisfies Readonly<Record<string, Limits>>;
