import { type ChangeKind, changeKinds, subjectKinds } from '#domain/memory/change-kinds.ts';
import type { ChangedSubject } from '#domain/memory/changes.ts';
import { kindsOf } from '#domain/memory/filter-changes.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';

/** Number of changes in the entries; a gap counts as none. */
export function changesIn(groups: readonly ChangeGroup[]): number {
  return groups.reduce((sum, { members, gap }) => sum + (gap ? 0 : members.length), 0);
}

/** Number of changes and gaps per kind. A kind that a page may lack is absent if zero. */
export function changesByKind(groups: readonly ChangeGroup[]): ReadonlyMap<ChangeKind, number> {
  const counts = changeKinds.map((kind) => {
    const own = groups.filter((group) => kindsOf(group).includes(kind));
    return [kind, changesIn(own) + own.filter(({ gap }) => gap).length] as const;
  });
  return new Map(counts.filter(([kind, count]) => kind !== 'name' || count > 0));
}

/** Number of entries per kind of subject. */
export function entriesBySubject(groups: readonly ChangeGroup[]): ReadonlyMap<ChangedSubject, number> {
  const counts = subjectKinds.map((kind) => {
    const own = groups.filter(({ members }) => members.some(({ subject }) => subject === kind));
    return [kind, own.length] as const;
  });
  return new Map(counts.filter(([, count]) => count > 0));
}

/** The shown kinds after one is toggled. An empty list means all. */
export function toggledKinds(chosen: readonly (string | null)[], kind: ChangeKind): readonly ChangeKind[] {
  const shown = changeKinds.filter((each) => chosen.length === 0 || chosen.includes(each));
  const next = changeKinds.filter((each) => shown.includes(each) !== (each === kind));
  return next.length === changeKinds.length ? [] : next;
}
