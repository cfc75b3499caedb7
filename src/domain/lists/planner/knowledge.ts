/** The planner's state of a list: the cached responses (slices, each with its own lifetime) and the request strategy. */

import { isRegionCode } from '#contract/region-code.ts';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { Page } from './page.ts';
import { firstStrategy, type Strategy } from './strategy.ts';

export interface Slice<Row> {
  /** `limit` of the request; `null` without one. */
  readonly limit: number | null;
  readonly feed: Feed<Page<Row>>;
}

export interface Knowledge<Row> {
  readonly strategy: Strategy;
  /** The response to the request without a region (or of the only wanted region). */
  readonly unfiltered: Slice<Row>;
  readonly regions: ReadonlyMap<string, Slice<Row>>;
}

export interface Task {
  readonly region?: string;
  /** Whether slices are allowed: the endpoint has the `region` parameter and the list is in use. */
  readonly byRegion: boolean;
  /** Whether each region's slice is wanted, even if one response is complete. */
  readonly eachRegion?: boolean;
  readonly codes: readonly string[];
  /** Set by the observer. A page requests each slice at the end of its lifetime. */
  readonly pace?: SlicePace;
}

/**
 * Moves the request time of a slice, so that many of them are spread over time. With a pace the list is also requested
 * without a region at its own lifetime: the first complete response ends the slices.
 *
 * @param due - epoch milliseconds; `-Infinity` for a slice that was never requested.
 * @param place - position of the slice among all, from 0 to below 1.
 */
export type SlicePace = (due: number, slice: Slice<unknown> | undefined, place: number) => number;

export const silentSlice: Slice<never> = { limit: null, feed: silentFeed };

export function knowNothing<Row>(strategy: Strategy = firstStrategy): Knowledge<Row> {
  return { strategy, unfiltered: silentSlice, regions: new Map() };
}

/** Maximum of slices of one list. The claim reports the regions beyond as not requested. */
export const mostSlices = 1_000;

export function cachedPages<Row>({ unfiltered, regions }: Knowledge<Row>): readonly Page<Row>[] {
  return [unfiltered, ...regions.values()].flatMap(({ feed }) => feed.answer?.value ?? []);
}

export function codesNamed(knowledge: Knowledge<unknown>): readonly string[] {
  return cachedPages(knowledge).flatMap(({ regions }) =>
    [...(regions?.keys() ?? [])].filter((code) => code !== null),
  );
}

const askable = new WeakMap<
  readonly string[],
  { readonly inRows: unknown; readonly codes: readonly string[] }
>();

/** Codes that may be requested, from region lists and rows (part 2: three lowercase letters and a digit). Sorted. */
export function requestableCodes({ unfiltered }: Knowledge<unknown>, { codes }: Task): readonly string[] {
  const inRows = unfiltered.feed.answer?.value.regions;
  // Memoised: every timer of the page calls this, with up to hundreds of codes.
  const known = askable.get(codes);
  if (known && known.inRows === inRows) return known.codes;
  const all = new Set([...codes, ...(inRows?.keys() ?? [])]);
  const sorted = [...all].filter((code): code is string => code !== null && isRegionCode(code)).toSorted();
  askable.set(codes, { inRows, codes: sorted });
  return sorted;
}

export function isDivided(knowledge: Knowledge<unknown>, task: Task): boolean {
  const { strategy } = knowledge;
  return (
    task.byRegion &&
    task.region === undefined &&
    (strategy.divided || task.eachRegion === true) &&
    strategy.filter !== 'ignored' &&
    requestableCodes(knowledge, task).length > 0
  );
}
