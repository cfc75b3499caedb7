/** Which changes stand where there is room for a few. */

import { isProblem } from '../severity/severity.ts';
import { type ChangeGroup, rankOf } from './group-changes.ts';

const day = 86_400_000;

/** A contradiction tells of no problem that is not told by what contradicts. */
function isFreshProblem({ at, severity, isRecovery: recovered, lead }: ChangeGroup, now: number): boolean {
  return severity !== null && isProblem(severity) && !recovered && !lead.contradiction && now - at < day;
}

/**
 * The newest entries there is room for. Half of the places are kept for problems of the last day, the worst first: what
 * recovered never pushes one out.
 */
export function recentGroups(
  groups: readonly ChangeGroup[],
  places: number,
  now: number,
): readonly ChangeGroup[] {
  const kept = groups
    .filter((group) => isFreshProblem(group, now))
    .toSorted((a, b) => rankOf(b) - rankOf(a))
    .slice(0, Math.ceil(places / 2));
  const chosen = new Set(kept);
  for (const group of groups) {
    if (chosen.size >= places) break;
    chosen.add(group);
  }
  return groups.filter((group) => chosen.has(group));
}
