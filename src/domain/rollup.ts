/** Groups of a listing by state, rolled up: the worst present, always with counts. */

import type { Group } from './listing.ts';
import { isGood, type Severity, severityRank } from './severity.ts';

const severities: ReadonlySet<string> = new Set(Object.keys(severityRank));

export function isSeverity(text: string | null | undefined): text is Severity {
  return typeof text === 'string' && severities.has(text);
}

/** Counts by severity, worst first, of groups whose key at `position` is a severity. */
export function severityCounts(groups: readonly Group[], position = 0): ReadonlyMap<Severity, number> {
  const counts = new Map<Severity, number>();
  for (const group of groups) {
    const key = group.key[position];
    if (isSeverity(key)) counts.set(key, (counts.get(key) ?? 0) + group.count);
  }
  return new Map([...counts].toSorted(([a], [b]) => severityRank[b] - severityRank[a]));
}

/** How many are good, documented or assumed, and how many are not. */
export function goodOf(groups: readonly Group[]): { readonly good: number; readonly others: number } {
  let good = 0;
  let others = 0;
  for (const [severity, count] of severityCounts(groups)) {
    if (isGood(severity)) good += count;
    else others += count;
  }
  return { good, others };
}
