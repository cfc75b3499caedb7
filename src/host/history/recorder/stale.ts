/** Finds rows to which no stored row refers: subjects that vanished before the retention period, and unused words. */

import type { Present, Stale } from '../memory/present.ts';
import { absentWord, type ItemRow, type SeriesRow } from '../rows.ts';
import type { SpanTable } from '../spans/span-table.ts';
import { rowSeries } from './row-series.ts';

/** Per kind. Polls wait meanwhile. */
const mostAtOnce = 200;

function first<T>(all: Iterable<T>, is: (each: T) => boolean): readonly T[] {
  const found: T[] = [];
  for (const each of all) {
    if (is(each)) found.push(each);
    if (found.length === mostAtOnce) break;
  }
  return found;
}

/** The series belongs to the first row of an id. */
function seriesOf(present: Present, { endpoint, key, occurrence }: ItemRow): readonly SeriesRow[] {
  const deployment = present.endpoint(endpoint)?.deployment;
  if (deployment === undefined || occurrence > 1) return [];
  return Object.values(rowSeries).flatMap((name) => {
    const series = present.series(deployment, `${name}/${key}`);
    return series?.endpoint === endpoint ? [series] : [];
  });
}

/**
 * @param spans - to search unused words, too.
 * @param before - epoch milliseconds. Spans and logs that ended before it are already dropped.
 * @returns `null` if there is nothing.
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
