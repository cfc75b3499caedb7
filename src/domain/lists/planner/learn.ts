import type { ListParameters } from '#contract/decode/list.ts';
import { type Answer, type Failure, feedWith } from '#domain/answer/answer.ts';
import { freshnessOf } from '#domain/answer/freshness.ts';
import { feedAfter } from '#domain/answer/next-request.ts';
import { judgeFilter } from './filter.ts';
import { type Knowledge, requestableCodes, type Slice, silentSlice, type Task } from './knowledge.ts';
import type { Page } from './page.ts';
import { afterFailure, afterPage, type Earlier } from './strategy.ts';

function earlierOf({ limit, feed }: Slice<unknown>): Earlier | null {
  return feed.answer && { limit, page: feed.answer.value };
}

function learnOfWhole<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  requested: number | null,
  answer: Answer<Page<Row>>,
): Knowledge<Row> {
  const { strategy, unfiltered, regions } = knowledge;
  const next = afterPage(strategy, requested, answer.value, earlierOf(unfiltered), answer.receivedAt);
  // A clamped response counts as the response to the lower limit, so that limit is not requested again.
  const limit = next.ceilingAt === null ? requested : next.limit;
  const keepsRegions = next.divided || task.eachRegion === true;
  return {
    strategy: next,
    unfiltered: { limit, feed: feedWith(answer, unfiltered.feed.failure) },
    regions: keepsRegions ? regions : new Map(),
  };
}

export function learn<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  parameters: ListParameters,
  answer: Answer<Page<Row>>,
): Knowledge<Row> {
  const limit = parameters.limit ?? null;
  if (parameters.region === task.region) return learnOfWhole(knowledge, task, limit, answer);
  const regions = new Map(knowledge.regions);
  const code = parameters.region ?? '';
  regions.set(code, { limit, feed: feedWith(answer, regions.get(code)?.feed.failure ?? null) });
  return judgeFilter({ ...knowledge, regions }, requestableCodes(knowledge, task));
}

/** Updates the request planner's state of a list after a failed request. The last usable response stays. */
export function learnFailure<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  parameters: ListParameters,
  failure: Failure,
): Knowledge<Row> {
  const { strategy, unfiltered } = knowledge;
  if (parameters.region === task.region) {
    const next = afterFailure(strategy, parameters.limit ?? null, failure, earlierOf(unfiltered));
    if (next) return { ...knowledge, strategy: next };
    return { ...knowledge, unfiltered: { ...unfiltered, feed: feedAfter(unfiltered.feed, failure) } };
  }
  const code = parameters.region ?? '';
  const before = knowledge.regions.get(code) ?? silentSlice;
  const regions = new Map(knowledge.regions);
  regions.set(code, { ...before, feed: feedAfter(before.feed, failure) });
  return { ...knowledge, regions };
}

/**
 * Drops the slices of a list that is not in use, once one of them is no longer fresh. The response without a
 * region stays.
 */
export function forgetOld<Row>(knowledge: Knowledge<Row>, task: Task, now: number): Knowledge<Row> {
  if (task.byRegion || knowledge.regions.size === 0) return knowledge;
  const fresh = [...knowledge.regions.values()].every(({ feed }) => freshnessOf(feed, now) === 'fresh');
  return fresh ? knowledge : { ...knowledge, regions: new Map() };
}
