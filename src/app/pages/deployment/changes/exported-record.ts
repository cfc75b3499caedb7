/** Exports the shown entries of the history record, with its time range. */

import type { HistoryFailure } from '#app/queries/history/history.ts';
import type { Exported } from '#app/table/export/file.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { ListSearch } from '#app/url/search.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { ChangeFeed } from '#domain/history/changes/change-feed.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { causeInWords, gapsIn } from '#domain/history/strips/recorded-strip.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { fileOf, time } from './exported.ts';

export interface RecordRead {
  /** All entries read so far. */
  readonly groups: readonly ChangeGroup[];
  readonly feed: ChangeFeed;
  /** The part of the range inside the history record and in the past. */
  readonly covered: Window;
  /** Oldest entry if the range was not read completely; epoch milliseconds. */
  readonly oldest: number | null;
  readonly coverage: readonly CoverageEntry[];
  readonly failure: HistoryFailure | null;
}

/**
 * @param source - address of the deployment.
 * @param shown - the entries that match the search.
 */
export function exportedRecord(
  { slug, source }: { readonly slug: string; readonly source: string },
  shown: readonly ChangeGroup[],
  { groups, feed: { knownUntil }, covered, oldest, coverage, failure }: RecordRead,
  search: Pick<ListSearch, 'text' | 'where'>,
): Exported {
  const { from, to } = covered;
  const unread = oldest === null ? '' : `, and changes before ${time(oldest)} were not loaded`;
  const gaps = [...new Set(coverage.map(({ endpoint }) => endpoint))].flatMap((endpoint) =>
    gapsIn(coverage, endpoint, covered, to).map(
      (gap) =>
        [`not observed ${endpoint}`, `${time(gap.from)} to ${time(gap.to)}: ${causeInWords(gap)}`] satisfies [
          string,
          string,
        ],
    ),
  );
  return fileOf(shown, groups, search, [
    ['deployment', slug],
    ['source', source],
    ['exported', time(hostNow())],
    ['range', `${time(oldest === null ? from : Math.max(from, oldest))} to ${time(to)}`],
    ['recorded until', knownUntil === null ? 'nothing is recorded yet' : time(knownUntil)],
    ...(failure ? [['history not loaded', failure.why] satisfies [string, string]] : []),
    ...gaps,
    ['claim', `at least: changes that reverted between two polls were not seen${unread}`],
  ]);
}
