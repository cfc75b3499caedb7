import { type ChangeKind, changeKinds, subjectKinds } from '#domain/memory/change-kinds.ts';
import type { ChangedSubject } from '#domain/memory/changes.ts';
import { kindsOf } from '#domain/memory/filter-changes.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';

/** How many changes the entries tell of; that nobody looked is none. */
export function changesIn(groups: readonly ChangeGroup[]): number {
  return groups.reduce((sum, { members, gap }) => sum + (gap ? 0 : members.length), 0);
}

/** How many changes of each kind, and times in which nobody looked; kinds that a page may lack only where there are any. */
export function changesByKind(groups: readonly ChangeGroup[]): ReadonlyMap<ChangeKind, number> {
  const counts = changeKinds.map((kind) => {
    const own = groups.filter((group) => kindsOf(group).includes(kind));
    return [kind, changesIn(own) + own.filter(({ gap }) => gap).length] as const;
  });
  return new Map(counts.filter(([kind, count]) => kind !== 'name' || count > 0));
}

/** How many entries tell of each kind of subject. */
export function entriesBySubject(groups: readonly ChangeGroup[]): ReadonlyMap<ChangedSubject, number> {
  const counts = subjectKinds.map((kind) => {
    const own = groups.filter(({ members }) => members.some(({ subject }) => subject === kind));
    return [kind, own.length] as const;
  });
  return new Map(counts.filter(([, count]) => count > 0));
}

/** The kinds that are shown once one is taken away or added; none stands for all, and so does all. */
export function toggledKinds(chosen: readonly (string | null)[], kind: ChangeKind): readonly ChangeKind[] {
  const shown = changeKinds.filter((each) => chosen.length === 0 || chosen.includes(each));
  const next = changeKinds.filter((each) => shown.includes(each) !== (each === kind));
  return next.length === changeKinds.length ? [] : next;
}
