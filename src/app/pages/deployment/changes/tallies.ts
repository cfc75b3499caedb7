import { type ChangeKind, changeKinds, subjectKinds } from '#domain/memory/change-kinds.ts';
import type { SubjectKind } from '#domain/memory/changes.ts';
import { kindsOf } from '#domain/memory/filter-changes.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';

/** How many changes the entries tell of. */
export function changesIn(groups: readonly ChangeGroup[]): number {
  return groups.reduce((sum, { members }) => sum + members.length, 0);
}

/** How many changes of each kind. */
export function changesByKind(groups: readonly ChangeGroup[]): ReadonlyMap<ChangeKind, number> {
  return new Map(
    changeKinds.map((kind) => [kind, changesIn(groups.filter((group) => kindsOf(group).includes(kind)))]),
  );
}

/** How many entries tell of each kind of subject. */
export function entriesBySubject(groups: readonly ChangeGroup[]): ReadonlyMap<SubjectKind, number> {
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
