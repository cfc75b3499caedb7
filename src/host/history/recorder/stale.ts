/**
 * Finds rows to which no stored row refers: subjects and items that vanished before the retention period, and
 * unused words.
 */

import type { Present, Stale } from '../memory/present.ts';
import { absentWord, type ItemRow, type SeriesRow } from '../rows.ts';
import type { SpanTable } from '../spans/span-table.ts';
import { rowSeries } from './row-series.ts';

/** Maximum number of stale rows of each kind that are found at once. Polls wait while these are dropped. */
const mostAtOnce = 200;

function first<T>(all: Iterable<T>, is: (each: T) => boolean): readonly T[] {
  const found: T[] = [];
  for (const each of all) {
    if (is(each)) found.push(each);
    if (found.length === mostAtOnce) break;
  }
  return found;
}

/** Finds the series of an item. Of items with equal ids, only the first has one. */
function seriesOf(present: Present, { endpoint, key, occurrence }: ItemRow): readonly SeriesRow[] {
  const deployment = present.endpoint(endpoint)?.deployment;
  if (deployment === undefined || occurrence > 1) return [];
  return Object.values(rowSeries).flatMap((name) => {
    const series = present.series(deployment, `${name}/${key}`);
    return series?.endpoint === endpoint ? [series] : [];
  });
}

/**
 * Finds stale rows in memory.
 * @param spans - spans to search for unused words; `null` for no search.
 * @param before - start of the retention period, in epoch milliseconds. Spans and log entries that ended
 * earlier are already dropped.
 * @returns `null` if no row is stale.
 */
export function staleIn(present: Present, spans: SpanTable | null, before: number): Stale | null {
  const absent = first(present.openSpans, ({ word, from }) => word === absentWord && from < before);
  const subjects = absent.flatMap(({ subject }) => present.subject(subject) ?? []);
  const items = first(present.lists.items, (item) => item.content === null && item.changedAt < before);
  const series = items.flatMap((item) => seriesOf(present, item));
  const used = spans?.wordsUsed();
  const words = used ? first(present.words, ({ id }) => !used.has(id)) : [];
  return subjects.length + items.length + words.length === 0 ? null : { subjects, items, series, words };
}
