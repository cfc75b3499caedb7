/**
 * Tests whether a service applies the `region` parameter. If it does not, each slice has all rows, and
 * merging N slices would count them N times.
 */

import type { Knowledge } from './knowledge.ts';
import type { Page } from './page.ts';
import { hasMore } from './strategy.ts';

const firstSlices = 4;

function rowsOfOthers(page: Page<unknown>, code: string): number {
  let foreign = 0;
  for (const [region, rows] of page.regions ?? []) if (region !== null && region !== code) foreign += rows;
  return foreign;
}

/**
 * Whether a slice is truncated and consists mostly of other regions' rows. It then proves nothing about its
 * own region.
 */
function looksUnfiltered(page: Page<unknown>, code: string): boolean {
  const foreign = rowsOfOthers(page, code);
  return hasMore(page) && foreign > (page.regions?.get(code) ?? 0);
}

function isIgnored({ unfiltered, regions }: Knowledge<unknown>, codes: readonly string[]): boolean {
  const answered = codes.flatMap((code) => {
    const page = regions.get(code)?.feed.answer?.value;
    return page ? [{ code, page }] : [];
  });
  if (answered.length < Math.min(firstSlices, codes.length)) return false;
  const [first] = answered;
  if (!first || first.page.count === 0) return false;
  if (first.page.regions !== null) return answered.every(({ code, page }) => looksUnfiltered(page, code));
  // Assets have no region field: compare the slices with each other and with the response without a region.
  const alike = answered.every(({ page }) => page.likeness === first.page.likeness);
  const isUnfiltered = unfiltered.feed.answer?.value.likeness === first.page.likeness;
  return alike && (isUnfiltered || answered.length === codes.length) && codes.length > 1;
}

/**
 * Updates the strategy's `filter` by the slices received. Once `filter` is `honoured`, a later deviation
 * concerns that slice only.
 */
export function judgeFilter<Row>(knowledge: Knowledge<Row>, codes: readonly string[]): Knowledge<Row> {
  const { strategy, regions } = knowledge;
  if (strategy.filter !== 'untested') return knowledge;
  if (isIgnored(knowledge, codes))
    return { ...knowledge, strategy: { ...strategy, filter: 'ignored' }, regions: new Map() };
  const all = codes.every((code) => regions.get(code)?.feed.answer);
  return all ? { ...knowledge, strategy: { ...strategy, filter: 'honoured' } } : knowledge;
}
