/** Whether a service restricts its answers to the region asked for: one that does not must not be counted N times. */

import type { Knowledge } from './knowledge.ts';
import type { Page } from './page.ts';
import { hasMore } from './strategy.ts';

/** Slices that are compared before more are asked. */
const firstSlices = 4;

function rowsOfOthers(page: Page<unknown>, code: string): number {
  let foreign = 0;
  for (const [region, rows] of page.regions ?? []) if (region !== null && region !== code) foreign += rows;
  return foreign;
}

/** Rows of other regions, and more behind them: nothing about this region follows. */
function looksUnfiltered(page: Page<unknown>, code: string): boolean {
  const foreign = rowsOfOthers(page, code);
  return hasMore(page) && foreign > (page.regions?.get(code) ?? 0);
}

function isIgnored({ whole, regions }: Knowledge<unknown>, codes: readonly string[]): boolean {
  const answered = codes.flatMap((code) => {
    const page = regions.get(code)?.feed.answer?.value;
    return page ? [{ code, page }] : [];
  });
  if (answered.length < Math.min(firstSlices, codes.length)) return false;
  const [first] = answered;
  if (!first || first.page.count === 0) return false;
  if (first.page.regions !== null) return answered.every(({ code, page }) => looksUnfiltered(page, code));
  // Assets name no region: they can only be compared with each other and with the unfiltered answer.
  const alike = answered.every(({ page }) => page.likeness === first.page.likeness);
  const unfiltered = whole.feed.answer?.value.likeness === first.page.likeness;
  return alike && (unfiltered || answered.length === codes.length) && codes.length > 1;
}

/** What the slices so far say of the filter. Once honoured, a slice that is not speaks for itself only. */
export function judgeFilter<Row>(knowledge: Knowledge<Row>, codes: readonly string[]): Knowledge<Row> {
  const { strategy, regions } = knowledge;
  if (strategy.filter !== 'untested') return knowledge;
  if (isIgnored(knowledge, codes))
    return { ...knowledge, strategy: { ...strategy, filter: 'ignored' }, regions: new Map() };
  const all = codes.every((code) => regions.get(code)?.feed.answer);
  return all ? { ...knowledge, strategy: { ...strategy, filter: 'honoured' } } : knowledge;
}
