/** What nothing that is kept is about any more: who vanished longer ago than is kept, and words that nobody has had since. */

import type { Present, Stale } from '../present.ts';
import { absentWord, type ItemRow, type SeriesRow } from '../rows.ts';
import type { SpanTable } from '../spans/span-table.ts';
import { rowSeries } from './row-series.ts';

/** Of each kind: looks wait meanwhile. */
const mostAtOnce = 200;

function first<T>(all: Iterable<T>, is: (each: T) => boolean): readonly T[] {
  const found: T[] = [];
  for (const each of all) {
    if (is(each)) found.push(each);
    if (found.length === mostAtOnce) break;
  }
  return found;
}

/** Numbers of a row go with the first of its id. */
function seriesOf(present: Present, { endpoint, key, occurrence }: ItemRow): readonly SeriesRow[] {
  const deployment = present.endpoint(endpoint)?.deployment;
  if (deployment === undefined || occurrence > 1) return [];
  return Object.values(rowSeries).flatMap((name) => {
    const series = present.series(deployment, `${name}/${key}`);
    return series?.endpoint === endpoint ? [series] : [];
  });
}

/**
 * @param spans - where words are looked through as well.
 * @param before - epoch milliseconds; spans and logs that ended before it are dropped already.
 * @returns `null` where there is nothing.
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
