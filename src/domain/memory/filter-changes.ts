import type { ChangeKind } from './change-kinds.ts';
import type { ChangeGroup } from './group-changes.ts';

/**
 * Returns the kinds of a change for filtering. A state change to an unknown status word has two kinds, so it
 * also matches the filter for states.
 */
export function kindsOf({ lead, isNewWord }: ChangeGroup): readonly ChangeKind[] {
  const kind = kindOf(lead);
  return isNewWord ? [kind, 'word'] : [kind];
}

function kindOf(lead: ChangeGroup['lead']): ChangeKind {
  switch (lead.kind) {
    case 'state':
      return 'state';
    case 'renamed':
    case 'scopes':
      return 'name';
    case 'appeared':
    case 'gone':
      return 'presence';
    case 'moved':
      return 'move';
    case 'capacity':
      return 'capacity';
    case 'contradicted':
    case 'contradiction-ended':
      return 'contradiction';
    case 'contact-lost':
    case 'contact-restored':
    case 'unobserved':
      return 'sight';
    case 'word':
      return 'word';
  }
}

/** Filter of the log of changes. A change must match each list; an empty list matches everything. */
export interface ChangeFilter {
  readonly text: string;
  readonly kinds: readonly (string | null)[];
  readonly severities: readonly (string | null)[];
  readonly subjects: readonly (string | null)[];
}

function fits(wanted: readonly (string | null)[], values: readonly string[]): boolean {
  return wanted.length === 0 || values.some((value) => wanted.includes(value));
}

/**
 * Returns the groups of changes that match a filter.
 * @param names - region names by code
 */
export function filterGroups(
  groups: readonly ChangeGroup[],
  { text, kinds, severities, subjects }: ChangeFilter,
  names: ReadonlyMap<string, string>,
): readonly ChangeGroup[] {
  const wanted = text.trim().toLowerCase();
  const holds = (sent: string | null | undefined) => sent?.toLowerCase().includes(wanted) === true;
  return groups.filter(
    (group) =>
      fits(kinds, kindsOf(group)) &&
      fits(severities, group.severity === null ? [] : [group.severity]) &&
      fits(
        subjects,
        group.members.map(({ subject }) => subject),
      ) &&
      (wanted === '' ||
        group.members.some(
          ({ id, name, region, contradiction }) =>
            holds(name) ||
            (!contradiction && holds(id)) ||
            holds(region) ||
            (region !== null && holds(names.get(region))),
        )),
  );
}
