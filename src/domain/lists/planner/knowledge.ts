/**
 * State of the request planner for one list: the cached responses (slices, each with its own lifetime) and
 * the request strategy.
 */

import { isRegionCode } from '#contract/region-code.ts';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { Page } from './page.ts';
import { firstStrategy, type Strategy } from './strategy.ts';

export interface Slice<Row> {
  /** `limit` parameter of the request; `null` if it was sent without one. */
  readonly limit: number | null;
  readonly feed: Feed<Page<Row>>;
}

export interface Knowledge<Row> {
  readonly strategy: Strategy;
  /**
   * Response to the request without a region. If the task is for one region only, the response for that
   * region.
   */
  readonly unfiltered: Slice<Row>;
  readonly regions: ReadonlyMap<string, Slice<Row>>;
}

export interface Task {
  readonly region?: string;
  /** Whether slices are allowed: the endpoint has the `region` parameter, and the list is in use. */
  readonly byRegion: boolean;
  /** Whether a slice of each region is needed, even if a single response is complete. */
  readonly eachRegion?: boolean;
  readonly codes: readonly string[];
  /**
   * Spreads the requests of slices over time. Set by the observer; a page requests each slice at the end of
   * its lifetime.
   */
  readonly pace?: SlicePace;
}

/**
 * Returns the request time of a slice in epoch milliseconds, moved so that many slices are spread over time.
 * With a pace, the list is also requested without a region at its own lifetime: the first complete response
 * ends the slices.
 * @param due - request time by the slice's lifetime, in epoch milliseconds; `-Infinity` for a slice that was
 * never requested
 * @param place - position of the slice among all slices, from 0 to below 1
 */
export type SlicePace = (due: number, slice: Slice<unknown> | undefined, place: number) => number;

export const silentSlice: Slice<never> = { limit: null, feed: silentFeed };

export function knowNothing<Row>(strategy: Strategy = firstStrategy): Knowledge<Row> {
  return { strategy, unfiltered: silentSlice, regions: new Map() };
}

/**
 * Maximum number of slices (requests for one region) of one list. The list's completeness claim states that
 * further regions were not requested.
 */
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

/**
 * Returns the region codes that may be requested, sorted: those from region lists and rows that have the
 * documented form (API document, part 2).
 */
export function requestableCodes({ unfiltered }: Knowledge<unknown>, { codes }: Task): readonly string[] {
  const inRows = unfiltered.feed.answer?.value.regions;
  // Cached, because every timer of the page calls this, with up to hundreds of codes.
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
