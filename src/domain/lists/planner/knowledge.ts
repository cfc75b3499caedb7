/** What is known of a list: the answers held, each a slice with its own lifetime, and how to ask. */

import { isRegionCode } from '#contract/region-code.ts';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { Page } from './page.ts';
import { firstStrategy, type Strategy } from './strategy.ts';

export interface Slice<Row> {
  /** The limit that its answer was asked with; `null` where it was asked without one. */
  readonly limit: number | null;
  readonly feed: Feed<Page<Row>>;
}

export interface Knowledge<Row> {
  readonly strategy: Strategy;
  /** The answer to a request that names no region (or the one region that is wanted). */
  readonly whole: Slice<Row>;
  /** Region code → the answer restricted to it. */
  readonly regions: ReadonlyMap<string, Slice<Row>>;
}

/** What is wanted of a list, and what other answers say that helps. */
export interface Task {
  /** The list of this region only. */
  readonly region?: string;
  /** Whether it may be asked region by region: the endpoint takes `region` and somebody looks at the list. */
  readonly byRegion: boolean;
  /** Whether the answers of the regions are wanted for their own sake, also where one answer holds the list. */
  readonly eachRegion?: boolean;
  /** Codes of the region lists. */
  readonly codes: readonly string[];
  /** Of the observer; a page requests each slice at its lifetime. */
  readonly pace?: SlicePace;
}

/**
 * Moves the request time of a slice, so that many of them are spread over time. With a pace the list is also requested
 * without a region at its own lifetime: the first complete response ends the slices.
 *
 * @param due - epoch milliseconds; `-Infinity` for a slice that was never requested.
 * @param place - of the slice among all, from 0 to below 1.
 */
export type SlicePace = (due: number, slice: Slice<unknown> | undefined, place: number) => number;

export const silentSlice: Slice<never> = { limit: null, feed: silentFeed };

export function knowNothing<Row>(strategy: Strategy = firstStrategy): Knowledge<Row> {
  return { strategy, whole: silentSlice, regions: new Map() };
}

/** Slices of one list. The claim names the regions beyond as not requested. */
export const mostSlices = 1_000;

/** Answers that are held. */
export function pagesHeld<Row>({ whole, regions }: Knowledge<Row>): readonly Page<Row>[] {
  return [whole, ...regions.values()].flatMap(({ feed }) => feed.answer?.value ?? []);
}

/** Codes that the rows of all answers held name. */
export function codesNamed(knowledge: Knowledge<unknown>): readonly string[] {
  return pagesHeld(knowledge).flatMap(({ regions }) =>
    [...(regions?.keys() ?? [])].filter((code) => code !== null),
  );
}

const askable = new WeakMap<
  readonly string[],
  { readonly inRows: unknown; readonly codes: readonly string[] }
>();

/** Codes that can be asked, from the region lists and from rows (part 2: three lowercase letters and a digit). */
export function askableCodes({ whole }: Knowledge<unknown>, { codes }: Task): readonly string[] {
  const inRows = whole.feed.answer?.value.regions;
  // Every timer of the page asks, and there may be hundreds.
  const known = askable.get(codes);
  if (known && known.inRows === inRows) return known.codes;
  const all = new Set([...codes, ...(inRows?.keys() ?? [])]);
  const sorted = [...all].filter((code): code is string => code !== null && isRegionCode(code)).toSorted();
  askable.set(codes, { inRows, codes: sorted });
  return sorted;
}

/** Whether the list is to be put together from its regions. */
export function isDivided(knowledge: Knowledge<unknown>, task: Task): boolean {
  const { strategy } = knowledge;
  return (
    task.byRegion &&
    task.region === undefined &&
    (strategy.divided || task.eachRegion === true) &&
    strategy.filter !== 'ignored' &&
    askableCodes(knowledge, task).length > 0
  );
}
