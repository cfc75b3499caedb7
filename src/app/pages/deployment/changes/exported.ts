import type { ChangeSource, Changes } from '#app/components/changes/use-changes.ts';
import type { Exported } from '#app/table/export/file.ts';
import { conditions } from '#app/table/filter/conditions.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { ListSearch } from '#app/url/search.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import type { ExportValue } from '#domain/text/exports.ts';
import { joinWords } from '#domain/text/format.ts';
import { changesIn } from './tallies.ts';

const names = [
  'entry',
  'seen_at',
  'seen_otherwise_at',
  'change',
  'of',
  'id',
  'name',
  'region',
  'from',
  'to',
  'severity',
] as const;

export function time(at: number): string {
  return new Date(at).toISOString();
}

function rowsOf(group: ChangeGroup, entry: number): readonly (readonly ExportValue[])[] {
  // Gaps are in the heading, not in the rows.
  if (group.gap) return [];
  return group.members.map(({ at, notBefore, kind, subject, id, name, region, from, to }) => [
    entry,
    time(at),
    notBefore === null ? null : time(notBefore),
    kind,
    subject,
    id,
    name,
    region,
    from,
    to,
    group.severity,
  ]);
}

/**
 * Heading lines of a list: when it was read, why not, and whether it is incomplete. An export without rows
 * proves quiet only if everything was read.
 */
function readingOf({
  path,
  availability,
  feed: { answer, failure },
  claim,
}: ChangeSource): readonly [string, string][] {
  if (availability === 'not-offered') return [[`not read ${path}`, 'never: not offered by this deployment']];
  const why = failure?.summary ?? 'no answer yet';
  if (!answer) return [[`not read ${path}`, `never: ${why}, so none of its changes were seen`]];
  return [
    [`read ${path}`, time(answer.receivedAt)],
    ...(failure
      ? [[`not read ${path}`, `since ${time(failure.since)}: ${why}`] satisfies [string, string]]
      : []),
    ...(claim === null || claim.kind === 'exact'
      ? []
      : [
          [
            `incomplete ${path}`,
            'the list is not known to be complete, so items that appeared or vanished are not shown',
          ] satisfies [string, string],
        ]),
  ];
}

/**
 * @param source - address of the deployment.
 * @param shown - the entries that match the search.
 */
export function exportedChanges(
  { slug, source }: { readonly slug: string; readonly source: string },
  shown: readonly ChangeGroup[],
  { groups, since, forgotten, sources }: Pick<Changes, 'groups' | 'since' | 'forgotten' | 'sources'>,
  search: Pick<ListSearch, 'text' | 'where'>,
): Exported {
  const left = forgotten.size === 0 ? '' : ', and older changes are not stored';
  return fileOf(shown, groups, search, [
    ['deployment', slug],
    ['source', source],
    ['exported', time(hostNow())],
    ['observed since', time(since)],
    ...sources.flatMap(readingOf),
    ['claim', `at least: changes that reverted between two polls were not seen${left}`],
  ]);
}

export function fileOf(
  shown: readonly ChangeGroup[],
  groups: readonly ChangeGroup[],
  search: Pick<ListSearch, 'text' | 'where'>,
  heading: Exported['heading'],
): Exported {
  const rows = shown.flatMap((group, index) => rowsOf(group, index + 1));
  return {
    heading: [
      ...heading,
      ['rows', `${rows.length} of ${changesIn(groups)}`],
      ['filter', joinWords(conditions(search, [])) || 'none'],
    ],
    names,
    count: rows.length,
    cells: (from, to) => Promise.resolve(rows.slice(from, to)),
  };
}
