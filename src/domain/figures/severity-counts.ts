import type { Group } from '../lists/listing.ts';
import { isGood, isPlainlyGood, isSeverity, type Severity, severityRank } from '../severity/severity.ts';
import { formatExact } from '../text/format.ts';

/** Severities of status words that are not good, for row filters. */
export const otherSeverities: readonly Severity[] = ['critical', 'partial', 'degraded', 'unknown', 'notice'];

/**
 * Counts rows by severity, worst first.
 * @param position - index of the severity in the groups' keys
 */
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

/** Part of a text with counts. `others` marks the part that counts rows that are not good. */
export interface StatePart {
  readonly text: string;
  readonly others: boolean;
}

/**
 * States counts in parts: "41 operational, 4 not, 2 assumed good". "all operational" only if every row has
 * exactly that word.
 * @param isComplete - whether the list is known to be complete
 */
export function stateParts(counts: ReadonlyMap<Severity, number>, isComplete: boolean): readonly StatePart[] {
  const ok = counts.get('ok') ?? 0;
  const assumed = counts.get('assumed') ?? 0;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const listed = isComplete ? '' : ` of ${formatExact(all)} listed`;
  const unconfirmed = counts.get('unvouched') ?? 0;
  const others = all - ok - assumed - unconfirmed;
  const part = (text: string, others = false): StatePart => ({ text, others });
  if (isPlainlyGood(counts.keys())) return [part(`all${listed} operational`)];
  return [
    part(`${formatExact(ok)}${listed} operational`),
    // Placed before "assumed good": if the line is cut, the problems stay visible.
    ...(others > 0 ? [part(`${formatExact(others)} not`, true)] : []),
    ...(unconfirmed > 0 ? [part(`${formatExact(unconfirmed)} not confirmed`)] : []),
    ...(assumed > 0 ? [part(`${formatExact(assumed)} assumed good`)] : []),
  ];
}

/** Returns {@link stateParts} as one text. */
export function statesInWords(counts: ReadonlyMap<Severity, number>, isComplete: boolean): string {
  return stateParts(counts, isComplete)
    .map(({ text }) => text)
    .join(', ');
}

export function goodOf(
  groups: readonly Group[],
  /** Index of the severity in the groups' keys. */
  position = 0,
): { readonly good: number; readonly others: number } {
  let good = 0;
  let others = 0;
  for (const [severity, count] of severityCounts(groups, position)) {
    if (isGood(severity)) good += count;
    // Unconfirmed rows count as neither good nor bad.
    else if (severity !== 'unvouched') others += count;
  }
  return { good, others };
}

export function compareSeverities(a: Severity, b: Severity): number {
  return severityRank[b] - severityRank[a];
}
