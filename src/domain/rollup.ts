/** Groups of a listing by state, rolled up: the worst present, always with counts. */

import { formatExact } from './format.ts';
import type { Group } from './listing.ts';
import { isGood, isPlainlyGood, isSeverity, type Severity, severityRank } from './severity.ts';

/** Counts by severity, worst first, of groups whose key at `position` is a severity. */
export function severityCounts(groups: readonly Group[], position = 0): ReadonlyMap<Severity, number> {
  const counts = new Map<Severity, number>();
  for (const group of groups) {
    const key = group.key[position];
    if (isSeverity(key)) counts.set(key, (counts.get(key) ?? 0) + group.count);
  }
  return new Map([...counts].toSorted(([a], [b]) => severityRank[b] - severityRank[a]));
}

/**
 * "41 operational, 4 not, 2 assumed good"; "all operational" where all are, in that very word.
 *
 * @param isWhole - whether the counts are known to be of all there are.
 */
export function statesInWords(counts: ReadonlyMap<Severity, number>, isWhole: boolean): string {
  const ok = counts.get('ok') ?? 0;
  const assumed = counts.get('assumed') ?? 0;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const listed = isWhole ? '' : ` of ${formatExact(all)} listed`;
  if (isPlainlyGood(counts.keys())) return `all${listed} operational`;
  const parts = [
    `${formatExact(ok)}${listed} operational`,
    // Before what is taken for good: where the line is cut, the problems still stand.
    ...(all > ok + assumed ? [`${formatExact(all - ok - assumed)} not`] : []),
    ...(assumed > 0 ? [`${formatExact(assumed)} assumed good`] : []),
  ];
  return parts.join(', ');
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
