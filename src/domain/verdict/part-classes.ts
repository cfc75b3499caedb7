/** Computes the severities that parts contribute to a verdict (docs/understand/verdict.md). */

import type { Severity } from '../severity/severity.ts';

const millionths = 1_000_000;

/**
 * Whether `part` of `whole` reaches a share. It calculates with integers, because 0.07 × 100 is more than 7
 * in floating point. Both are row counts up to a million, so the products are exact.
 */
export function reaches(part: number, whole: number, share: number): boolean {
  return part > 0 && part * millionths >= Math.round(share * millionths) * whole;
}

const problemClasses: readonly Severity[] = ['critical', 'partial', 'degraded', 'unknown'];

/**
 * Returns the worst severity that the share of nodes reaches, with all nodes of worse severities counted in;
 * `ok` if none does.
 */
export function classOfShare(countOf: (severity: Severity) => number, total: number, share: number): Severity {
  let reaching = 0;
  for (const severity of problemClasses) {
    reaching += countOf(severity);
    if (reaches(reaching, total, share)) return severity;
  }
  return 'ok';
}

export interface NodesOf {
  readonly total: number;
  readonly bad: number;
}

/**
 * Returns the severity by nodes of a region with a good status word; `null` if its nodes do not contradict
 * the word.
 */
export function classByNodes({ total, bad }: NodesOf): Severity | null {
  if (total === 0 || bad < total) return null;
  return total === 1 ? 'degraded' : 'partial';
}

/**
 * Returns the severity that a region contributes to the verdict. A `notice` appears in the evidence, but does
 * not change the verdict.
 */
export function classOfRegion(severity: Severity): Severity {
  return severity === 'notice' ? 'ok' : severity;
}

/**
 * Returns the severity of the status document. A good document without components is only `assumed`: no
 * component confirms it.
 */
export function classOfDocument(leading: Severity, components: number): Severity {
  return components === 0 && leading === 'ok' ? 'assumed' : leading;
}
