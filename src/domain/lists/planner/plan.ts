/**
 * Decides which requests of a list come next (docs/understand/completeness.md). No other file decides this.
 */

import type { ListParameters } from '#contract/decode/list.ts';
import { isAbsent } from '#domain/answer/answer.ts';
import { nextRequestAt, type RequestPolicy } from '#domain/answer/next-request.ts';
import { isDivided, type Knowledge, mostSlices, requestableCodes, type Slice, type Task } from './knowledge.ts';
import { isRefusal, probeOf } from './strategy.ts';

/** Maximum number of concurrent requests for one list. */
export const atOnce = 4;

export function cachedRows({ regions }: Knowledge<unknown>): number {
  let rows = 0;
  for (const { feed } of regions.values()) rows += feed.answer?.value.count ?? 0;
  return rows;
}

/** Returns the regions to request (`within`), and regions beyond the maximum size of the list (`beyond`). */
export function slicesWithin(knowledge: Knowledge<unknown>, task: Task) {
  const codes = requestableCodes(knowledge, task);
  const { strategy, regions, unfiltered } = knowledge;
  // Number of further slices that may be requested, assuming that each response is full.
  const rows = strategy.limit ?? unfiltered.feed.answer?.value.count ?? 1;
  let further = Math.max(0, Math.ceil((strategy.mostItems - cachedRows(knowledge)) / Math.max(rows, 1)));
  const within = codes.filter((code, index) => {
    if (index >= mostSlices) return false;
    if (regions.get(code)?.feed.answer) return true;
    further -= 1;
    return further >= 0;
  });
  const requested = new Set(within);
  return { within, beyond: codes.filter((code) => !requested.has(code)) };
}

export interface Missing {
  readonly toCome: number;
  readonly failed: number;
}

export function missingSlices(knowledge: Knowledge<unknown>, task: Task): Missing {
  if (!isDivided(knowledge, task)) return { toCome: 0, failed: 0 };
  const missing = slicesWithin(knowledge, task)
    .within.map((code) => knowledge.regions.get(code)?.feed)
    .filter((feed) => !feed?.answer);
  const failed = missing.filter((feed) => feed?.failure).length;
  return { toCome: missing.length - failed, failed };
}

/**
 * Whether a region's slice has no response, or the service may have rejected its `limit`. The response
 * without a region shows which.
 */
function isInDoubt(slice: Slice<unknown> | undefined): boolean {
  const failure = slice?.feed.failure;
  return !slice?.feed.answer || (failure != null && isRefusal(failure, false));
}

/** Whether the response without a region is still needed, because it may have rows that no slice has. */
export function needsCompleteList(knowledge: Knowledge<unknown>, task: Task): boolean {
  const { unfiltered, regions } = knowledge;
  const page = unfiltered.feed.answer?.value;
  if (!page || !knowledge.strategy.divided) return true;
  const { within, beyond } = slicesWithin(knowledge, task);
  if (beyond.length > 0 || within.some((code) => isInDoubt(regions.get(code)))) return true;
  if (page.regions !== null)
    return [...page.regions.keys()].some((code) => code === null || !regions.has(code));
  return hasStrays(knowledge);
}

/**
 * Whether the response without a region has an item that no slice has. Used for assets, which name no region.
 */
export function hasStrays({ unfiltered, regions }: Knowledge<unknown>): boolean {
  const strays = new Set(unfiltered.feed.answer?.value.ids);
  for (const { feed } of regions.values()) {
    if (strays.size === 0) return false;
    for (const id of feed.answer?.value.ids ?? []) strays.delete(id);
  }
  return strays.size > 0;
}

/**
 * Whether all slices together might fit into a single response again. A single response is then tried once.
 */
function mayReturn(knowledge: Knowledge<unknown>): boolean {
  const { strategy } = knowledge;
  return !strategy.returned && strategy.limit !== null && cachedRows(knowledge) < strategy.limit;
}

function askedFor(
  { strategy: { limit } }: Pick<Knowledge<unknown>, 'strategy'>,
  region: string | undefined,
): ListParameters {
  return { ...(limit !== null && { limit }), ...(region !== undefined && { region }) };
}

interface Due {
  readonly parameters: ListParameters;
  /** When the request is due, in epoch milliseconds; `-Infinity` for at once, `Infinity` for never. */
  readonly at: number;
}

function wholeDue({ strategy, unfiltered }: Knowledge<unknown>, policy: RequestPolicy): number {
  const growing =
    unfiltered.feed.answer !== null && unfiltered.feed.failure === null && unfiltered.limit !== strategy.limit;
  return growing && !policy.hidden ? Number.NEGATIVE_INFINITY : nextRequestAt(unfiltered.feed, policy);
}

function sliceDue(slice: Slice<unknown> | undefined, policy: RequestPolicy): number {
  if (slice) return nextRequestAt(slice.feed, policy);
  return policy.hidden ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/**
 * Returns the request that tests a larger limit while the list is sliced; `null` if none is due. Its response
 * also counts as the one without a region.
 */
function probeDue({ strategy, unfiltered }: Knowledge<unknown>, task: Task, policy: RequestPolicy): Due | null {
  const { answer, failure } = unfiltered.feed;
  const probe = answer && strategy.divided && !policy.hidden ? probeOf(strategy, answer.value) : null;
  if (!probe) return null;
  const at = failure ? Math.max(probe.at, nextRequestAt(unfiltered.feed, policy)) : probe.at;
  return { parameters: { ...askedFor({ strategy }, task.region), limit: probe.limit }, at };
}

function dues(knowledge: Knowledge<unknown>, task: Task, policy: RequestPolicy): readonly Due[] {
  const { strategy, regions } = knowledge;
  const plain: Due = { parameters: askedFor(knowledge, task.region), at: wholeDue(knowledge, policy) };
  const probe = probeDue(knowledge, task, policy);
  const unfiltered = probe && probe.at <= plain.at ? probe : plain;
  const growing = knowledge.unfiltered.limit !== strategy.limit;
  if (!knowledge.unfiltered.feed.answer || growing || !isDivided(knowledge, task)) return [unfiltered];
  const slices = slicesWithin(knowledge, task).within.map((code, index, { length }) => {
    const slice = regions.get(code);
    const at = sliceDue(slice, policy);
    return { parameters: askedFor(knowledge, code), at: task.pace?.(at, slice, index / length) ?? at };
  });
  if (task.pace || needsCompleteList(knowledge, task) || mayReturn(knowledge)) return [unfiltered, ...slices];
  return probe ? [probe, ...slices] : slices;
}

/**
 * Computes when to request the list next.
 * @returns epoch milliseconds; `-Infinity` for at once, `Infinity` for never
 */
export function nextListRequestAt(knowledge: Knowledge<unknown>, task: Task, policy: RequestPolicy): number {
  return Math.min(...dues(knowledge, task, policy).map(({ at }) => at));
}

function isRetriable({ feed: { failure } }: Slice<unknown>, now: number): boolean {
  if (!failure || isAbsent(failure)) return false;
  return failure.retryAt === null || failure.retryAt <= now;
}

/** Returns the parameters of the requests that are due, longest overdue first, at most four. */
export function nextRequests(
  knowledge: Knowledge<unknown>,
  task: Task,
  policy: RequestPolicy,
  now: number,
): readonly ListParameters[] {
  return dues(knowledge, task, policy)
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .slice(0, atOnce)
    .map(({ parameters }) => parameters);
}

/** Returns the parameters of failed requests that may be retried early because contact has returned. */
export function failedRequests(
  knowledge: Knowledge<unknown>,
  task: Task,
  now: number,
): readonly ListParameters[] {
  const { unfiltered, regions } = knowledge;
  return [[task.region, unfiltered] as const, ...regions]
    .filter(([, slice]) => isRetriable(slice, now))
    .slice(0, atOnce)
    .map(([code]) => askedFor(knowledge, code));
}
