/** What the parts of a verdict count for, whether they are of now or of the past (docs/understand/verdict.md). */

import type { Severity } from '../severity/severity.ts';

const millionths = 1_000_000;

/**
 * Whether `part` of `whole` reaches a share, in integers: 0.07 × 100 is more than 7 in floating point. Both are counts of
 * rows, a million at most, so that the products are exact.
 */
export function reaches(part: number, whole: number, share: number): boolean {
  return part > 0 && part * millionths >= Math.round(share * millionths) * whole;
}

const problemClasses: readonly Severity[] = ['critical', 'partial', 'degraded', 'unknown'];

/** The highest class that a share of the nodes reach or exceed; `ok` where none is. */
export function classOfShare(countOf: (severity: Severity) => number, total: number, share: number): Severity {
  let reaching = 0;
  for (const severity of problemClasses) {
    reaching += countOf(severity);
    if (reaches(reaching, total, share)) return severity;
  }
  return 'ok';
}

/** Nodes that are listed in a region, and those of them that are worse than a notice. */
export interface NodesOf {
  readonly total: number;
  readonly bad: number;
}

/** What its nodes make of a region whose own word is good; `null` where they say nothing against it. */
export function classByNodes({ total, bad }: NodesOf): Severity | null {
  if (total === 0 || bad < total) return null;
  return total === 1 ? 'degraded' : 'partial';
}

/** A region's notices are words in the evidence only. */
export function classOfRegion(severity: Severity): Severity {
  return severity === 'notice' ? 'ok' : severity;
}

/** A document without components is a claim that no part confirms. */
export function classOfDocument(leading: Severity, components: number): Severity {
  return components === 0 && leading === 'ok' ? 'assumed' : leading;
}
