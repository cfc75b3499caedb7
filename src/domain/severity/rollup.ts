/** Groups of a listing by state, rolled up: the worst present, always with counts. */

import type { Group } from '../lists/listing.ts';
import { formatExact } from '../text/format.ts';
import { isGood, isPlainlyGood, isSeverity, type Severity, severityRank } from './severity.ts';

/** What a word may mean that is neither good nor taken for good, as rows are asked for. */
export const otherSeverities: readonly Severity[] = ['critical', 'partial', 'degraded', 'unknown', 'notice'];

/** Counts by severity, worst first, of groups whose key at `position` is a severity. */
export function severityCounts(
  groups: readonly Pick<Group, 'key' | 'count'>[],
  position = 0,
): ReadonlyMap<Severity, number> {
  const counts = new Map<Severity, number>();
  for (const group of groups) {
    const key = group.key[position];
    if (isSeverity(key)) counts.set(key, (counts.get(key) ?? 0) + group.count);
  }
  return new Map([...counts].toSorted(([a], [b]) => severityRank[b] - severityRank[a]));
}

/** Counts in words; `others` is the part that tells of those that are neither good nor taken for good. */
export interface StatePart {
  readonly text: string;
  readonly others: boolean;
}

/**
 * "41 operational, 4 not, 2 assumed good" in parts; "all operational" where all are, in that very word.
 *
 * @param isWhole - whether the counts are known to be of all there are.
 */
export function stateParts(counts: ReadonlyMap<Severity, number>, isWhole: boolean): readonly StatePart[] {
  const ok = counts.get('ok') ?? 0;
  const assumed = counts.get('assumed') ?? 0;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const listed = isWhole ? '' : ` of ${formatExact(all)} listed`;
  const unconfirmed = counts.get('unvouched') ?? 0;
  const others = all - ok - assumed - unconfirmed;
  const part = (text: string, others = false): StatePart => ({ text, others });
  if (isPlainlyGood(counts.keys())) return [part(`all${listed} operational`)];
  return [
    part(`${formatExact(ok)}${listed} operational`),
    // Before what is taken for good: where the line is cut, the problems still stand.
    ...(others > 0 ? [part(`${formatExact(others)} not`, true)] : []),
    ...(unconfirmed > 0 ? [part(`${formatExact(unconfirmed)} not confirmed`)] : []),
    ...(assumed > 0 ? [part(`${formatExact(assumed)} assumed good`)] : []),
  ];
}

/** {@link stateParts} in one line. */
export function statesInWords(counts: ReadonlyMap<Severity, number>, isWhole: boolean): string {
  return stateParts(counts, isWhole)
    .map(({ text }) => text)
    .join(', ');
}

/** How many are good, documented or assumed, and how many are not. */
export function goodOf(
  groups: readonly Group[],
  /** Of the severity in the groups' keys. */
  position = 0,
): { readonly good: number; readonly others: number } {
  let good = 0;
  let others = 0;
  for (const [severity, count] of severityCounts(groups, position)) {
    if (isGood(severity)) good += count;
    // Not confirmed: neither one nor the other.
    else if (severity !== 'unvouched') others += count;
  }
  return { good, others };
}

/** Verdicts of several deployments or parts, worst first; equal ones keep their order. */
export function compareSeverities(a: Severity, b: Severity): number {
  return severityRank[b] - severityRank[a];
}
