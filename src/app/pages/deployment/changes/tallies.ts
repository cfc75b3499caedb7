import { type ChangeKind, changeKinds, subjectKinds } from '#domain/memory/change-kinds.ts';
import type { ChangedSubject } from '#domain/memory/changes.ts';
import { kindsOf } from '#domain/memory/filter-changes.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';

/** Counts the changes in the entries; a gap counts as no change. */
export function changesIn(groups: readonly ChangeGroup[]): number {
  return groups.reduce((sum, { members, gap }) => sum + (gap ? 0 : members.length), 0);
}

/** Counts changes and gaps per kind. `name` is absent if zero, because not every log can contain it. */
export function changesByKind(groups: readonly ChangeGroup[]): ReadonlyMap<ChangeKind, number> {
  const counts = changeKinds.map((kind) => {
    const own = groups.filter((group) => kindsOf(group).includes(kind));
    return [kind, changesIn(own) + own.filter(({ gap }) => gap).length] as const;
  });
  return new Map(counts.filter(([kind, count]) => kind !== 'name' || count > 0));
}

/** Counts the entries per kind of subject, such as node or bucket. Kinds without entries are absent. */
export function entriesBySubject(groups: readonly ChangeGroup[]): ReadonlyMap<ChangedSubject, number> {
  const counts = subjectKinds.map((kind) => {
    const own = groups.filter(({ members }) => members.some(({ subject }) => subject === kind));
    return [kind, own.length] as const;
  });
  return new Map(counts.filter(([, count]) => count > 0));
}

/** Returns the kinds to show after `kind` was switched on or off. An empty list means all kinds. */
export function toggledKinds(chosen: readonly (string | null)[], kind: ChangeKind): readonly ChangeKind[] {
  const shown = changeKinds.filter((each) => chosen.length === 0 || chosen.includes(each));
  const next = changeKinds.filter((each) => shown.includes(each) !== (each === kind));
  return next.length === changeKinds.length ? [] : next;
}
