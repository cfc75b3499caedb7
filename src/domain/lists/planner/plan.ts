/** What to ask next of a list, from what is known of it (docs/understand/completeness.md). Nothing else decides. */

import type { Asked } from '#contract/decode/list.ts';
import { isAbsent } from '#domain/answer/answer.ts';
import { type AskingPolicy, nextAskAt } from '#domain/answer/next-request.ts';
import { askableCodes, isDivided, type Knowledge, mostSlices, type Slice, type Task } from './knowledge.ts';
import { isRefusal, probeOf } from './strategy.ts';

/** Requests of one list at once. */
export const atOnce = 4;

/** Rows of all regions that were asked. */
export function rowsHeld({ regions }: Knowledge<unknown>): number {
  let rows = 0;
  for (const { feed } of regions.values()) rows += feed.answer?.value.count ?? 0;
  return rows;
}

/** The regions that are asked, and those left out because the list would grow beyond its bounds. */
export function slicesWithin(knowledge: Knowledge<unknown>, task: Task) {
  const codes = askableCodes(knowledge, task);
  const { strategy, regions, whole } = knowledge;
  // As many further ones as have room if each of them fills its answer.
  const rows = strategy.limit ?? whole.feed.answer?.value.count ?? 1;
  let further = Math.max(0, Math.ceil((strategy.mostItems - rowsHeld(knowledge)) / Math.max(rows, 1)));
  const within = codes.filter((code, index) => {
    if (index >= mostSlices) return false;
    if (regions.get(code)?.feed.answer) return true;
    further -= 1;
    return further >= 0;
  });
  const asked = new Set(within);
  return { within, beyond: codes.filter((code) => !asked.has(code)) };
}

/** Lists that a whole one is without: those yet to be asked, and those that were asked in vain. */
export interface Missing {
  readonly toCome: number;
  readonly failed: number;
}

/** What is missing until the list is as whole as it can be. */
export function missingSlices(knowledge: Knowledge<unknown>, task: Task): Missing {
  if (!isDivided(knowledge, task)) return { toCome: 0, failed: 0 };
  const missing = slicesWithin(knowledge, task)
    .within.map((code) => knowledge.regions.get(code)?.feed)
    .filter((feed) => !feed?.answer);
  const failed = missing.filter((feed) => feed?.failure).length;
  return { toCome: missing.length - failed, failed };
}

/** Whether a slice has no answer, or none any more: what refuses it may refuse the limit, which the whole list tells. */
function isInDoubt(slice: Slice<unknown> | undefined): boolean {
  const failure = slice?.feed.failure;
  return !slice?.feed.answer || (failure != null && isRefusal(failure, false));
}

/** Whether the answer to the request without a region holds what no slice holds. */
export function needsWhole(knowledge: Knowledge<unknown>, task: Task): boolean {
  const { whole, regions } = knowledge;
  const page = whole.feed.answer?.value;
  if (!page || !knowledge.strategy.divided) return true;
  const { within, beyond } = slicesWithin(knowledge, task);
  if (beyond.length > 0 || within.some((code) => isInDoubt(regions.get(code)))) return true;
  if (page.regions !== null)
    return [...page.regions.keys()].some((code) => code === null || !regions.has(code));
  return hasStrays(knowledge);
}

/** Whether the undivided answer holds an item that no region does: of items that name none. */
export function hasStrays({ whole, regions }: Knowledge<unknown>): boolean {
  const strays = new Set(whole.feed.answer?.value.ids);
  for (const { feed } of regions.values()) {
    if (strays.size === 0) return false;
    for (const id of feed.answer?.value.ids ?? []) strays.delete(id);
  }
  return strays.size > 0;
}

/** Whether all regions together are so few that one answer might hold them again: tried once. */
function mayReturn(knowledge: Knowledge<unknown>): boolean {
  const { strategy } = knowledge;
  return !strategy.returned && strategy.limit !== null && rowsHeld(knowledge) < strategy.limit;
}

function askedFor(
  { strategy: { limit } }: Pick<Knowledge<unknown>, 'strategy'>,
  region: string | undefined,
): Asked {
  return { ...(limit !== null && { limit }), ...(region !== undefined && { region }) };
}

interface Due {
  readonly asked: Asked;
  /** Epoch milliseconds; `-Infinity` for at once, `Infinity` for not at all. */
  readonly at: number;
}

function wholeDue({ strategy, whole }: Knowledge<unknown>, policy: AskingPolicy): number {
  const growing = whole.feed.answer !== null && whole.feed.failure === null && whole.limit !== strategy.limit;
  return growing && !policy.hidden ? Number.NEGATIVE_INFINITY : nextAskAt(whole.feed, policy);
}

function sliceDue(slice: Slice<unknown> | undefined, policy: AskingPolicy): number {
  if (slice) return nextAskAt(slice.feed, policy);
  return policy.hidden ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/** A larger limit is tried once more where one answer does not hold the list: its answer is one of the whole list as well. */
function probeDue({ strategy, whole }: Knowledge<unknown>, task: Task, policy: AskingPolicy): Due | null {
  const { answer, failure } = whole.feed;
  const probe = answer && strategy.divided && !policy.hidden ? probeOf(strategy, answer.value) : null;
  if (!probe) return null;
  const at = failure ? Math.max(probe.at, nextAskAt(whole.feed, policy)) : probe.at;
  return { asked: { ...askedFor({ strategy }, task.region), limit: probe.limit }, at };
}

function dues(knowledge: Knowledge<unknown>, task: Task, policy: AskingPolicy): readonly Due[] {
  const { strategy, regions } = knowledge;
  const plain: Due = { asked: askedFor(knowledge, task.region), at: wholeDue(knowledge, policy) };
  const probe = probeDue(knowledge, task, policy);
  const whole = probe && probe.at <= plain.at ? probe : plain;
  const growing = knowledge.whole.limit !== strategy.limit;
  if (!knowledge.whole.feed.answer || growing || !isDivided(knowledge, task)) return [whole];
  const slices = slicesWithin(knowledge, task).within.map((code, index, { length }) => {
    const slice = regions.get(code);
    const at = sliceDue(slice, policy);
    return { asked: askedFor(knowledge, code), at: task.pace?.(at, slice, index / length) ?? at };
  });
  if (task.pace || needsWhole(knowledge, task) || mayReturn(knowledge)) return [whole, ...slices];
  return probe ? [probe, ...slices] : slices;
}

/** Epoch milliseconds at which the list is to be asked for again: `-Infinity` at once, `Infinity` not at all. */
export function nextListAskAt(knowledge: Knowledge<unknown>, task: Task, policy: AskingPolicy): number {
  return Math.min(...dues(knowledge, task, policy).map(({ at }) => at));
}

function isRetriable({ feed: { failure } }: Slice<unknown>, now: number): boolean {
  if (!failure || isAbsent(failure)) return false;
  return failure.retryAt === null || failure.retryAt <= now;
}

/** The requests that are due, longest due first, at most four; none where nothing is. */
export function nextRequests(
  knowledge: Knowledge<unknown>,
  task: Task,
  policy: AskingPolicy,
  now: number,
): readonly Asked[] {
  return dues(knowledge, task, policy)
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .slice(0, atOnce)
    .map(({ asked }) => asked);
}

/** Requests that failed and may be tried before their time: for when the deployment answers again. */
export function failedRequests(knowledge: Knowledge<unknown>, task: Task, now: number): readonly Asked[] {
  const { whole, regions } = knowledge;
  return [[task.region, whole] as const, ...regions]
    .filter(([, slice]) => isRetriable(slice, now))
    .slice(0, atOnce)
    .map(([code]) => askedFor(knowledge, code));
}
