import { isProblem } from '../severity/severity.ts';
import { type ChangeGroup, rankOf } from './group-changes.ts';

const day = 86_400_000;

/** A contradiction is not counted: the problem itself is reported by the contradicting side. */
function isFreshProblem({ at, severity, isRecovery: recovered, lead }: ChangeGroup, now: number): boolean {
  return severity !== null && isProblem(severity) && !recovered && !lead.contradiction && now - at < day;
}

/**
 * The newest entries. Half of the places are reserved for the worst problems of the last day, so that recoveries never
 * displace one.
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
