import { isProblem } from '../severity/severity.ts';
import { type ChangeGroup, rankOf } from './group-changes.ts';

const day = 86_400_000;

/**
 * Whether the group is a problem of the last day that still needs attention. Contradictions do not count: the
 * side with the problem is reported itself.
 */
function isFreshProblem({ at, severity, isRecovery: recovered, lead }: ChangeGroup, now: number): boolean {
  return severity !== null && isProblem(severity) && !recovered && !lead.contradiction && now - at < day;
}

/**
 * Selects the newest groups of changes. Half of the places are reserved for the worst problems of the last
 * day, so that recoveries never displace a problem.
 */
export function recentGroups(
  groups: readonly ChangeGroup[],
  places: number,
  now: number,
): readonly ChangeGroup[] {
  const reserved = groups
    .filter((group) => isFreshProblem(group, now))
    .toSorted((a, b) => rankOf(b) - rankOf(a))
    .slice(0, Math.ceil(places / 2));
  const chosen = new Set(reserved);
  for (const group of groups) {
    if (chosen.size >= places) break;
    chosen.add(group);
  }
  return groups.filter((group) => chosen.has(group));
}
