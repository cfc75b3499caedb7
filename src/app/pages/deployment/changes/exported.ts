import type { ChangeSource, Changes } from '#app/components/changes/use-changes.ts';
import { deploymentLines, type Exported } from '#app/table/export/file.ts';
import { conditions } from '#app/table/filter/conditions.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { ListSearch } from '#app/url/search.ts';
import { causeInWords, gapsIn } from '#domain/history/strips/recorded-strip.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import type { ExportValue } from '#domain/text/exports.ts';
import { joinWords } from '#domain/text/format.ts';
import { changesIn } from './tallies.ts';
import type { ChangeLog, RecordRead } from './use-change-log.ts';

type Line = readonly [string, string];

/** Parts of a change log that an export needs. */
interface ExportedLog extends Pick<ChangeLog, 'covered' | 'oldest' | 'coverage'> {
  readonly changes: Pick<Changes, 'groups' | 'sources'>;
  readonly record:
    | (Pick<RecordRead, 'failure'> & { readonly value: Pick<RecordRead['value'], 'knownUntil'> })
    | null;
}

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

function time(at: number): string {
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
 * Returns heading lines about one list: when it was read, why it was not read, and whether it is incomplete.
 * Without these lines, an export without rows would not prove that nothing changed.
 */
function readingOf({ path, availability, feed: { answer, failure }, claim }: ChangeSource): readonly Line[] {
  if (availability === 'not-offered') return [[`not read ${path}`, 'never: not offered by this deployment']];
  const why = failure?.summary ?? 'no answer yet';
  if (!answer) return [[`not read ${path}`, `never: ${why}, so none of its changes were seen`]];
  return [
    [`read ${path}`, time(answer.receivedAt)],
    ...(failure ? [[`not read ${path}`, `since ${time(failure.since)}: ${why}`] satisfies Line] : []),
    ...(claim === null || claim.kind === 'exact'
      ? []
      : [
          [
            `incomplete ${path}`,
            'the list is not known to be complete, so items that appeared or vanished are not shown',
          ] satisfies Line,
        ]),
  ];
}

/**
 * Returns heading lines about the covered time: the range and its gaps as stated by the host. Without a
 * history record: when each list was read.
 */
function timeOf({ changes, covered, oldest, coverage, record }: ExportedLog): readonly Line[] {
  const { from, to } = covered;
  const range: Line = ['range', `${time(oldest === null ? from : Math.max(from, oldest))} to ${time(to)}`];
  if (!record) return [range, ...changes.sources.flatMap(readingOf)];
  const { value, failure } = record;
  const endpoints = [...new Set(coverage.map(({ endpoint }) => endpoint))];
  return [
    range,
    ['recorded until', value.knownUntil === null ? 'nothing is recorded yet' : time(value.knownUntil)],
    ...(failure ? [['history not loaded', failure.why] satisfies Line] : []),
    ...endpoints.flatMap((endpoint) =>
      gapsIn(coverage, endpoint, covered, to).map(
        (gap) =>
          [
            `not observed ${endpoint}`,
            `${time(gap.from)} to ${time(gap.to)}: ${causeInWords(gap)}`,
          ] satisfies Line,
      ),
    ),
  ];
}

/**
 * Builds the export of a change log: heading lines, and one row per change.
 * @param source - address of the deployment.
 * @param shown - entries that match the search.
 */
export function exportedChanges(
  { slug, source }: { readonly slug: string; readonly source: string },
  shown: readonly ChangeGroup[],
  log: ExportedLog,
  search: Pick<ListSearch, 'text' | 'where'>,
): Exported {
  const { changes, oldest, record } = log;
  const left =
    oldest === null ? '' : `, and changes before ${time(oldest)} were not ${record ? 'loaded' : 'stored'}`;
  const rows = shown.flatMap((group, index) => rowsOf(group, index + 1));
  return {
    heading: [
      ...deploymentLines(slug),
      ['source', source],
      ['exported', time(hostNow())],
      ...timeOf(log),
      ['claim', `at least: changes that reverted between two polls were not seen${left}`],
      ['rows', `${rows.length} of ${changesIn(changes.groups)}`],
      ['filter', joinWords(conditions(search, [])) || 'none'],
    ],
    names,
    count: rows.length,
    cells: (from, to) => Promise.resolve(rows.slice(from, to)),
  };
}
