import type { Asked } from '#contract/decode/list.ts';
import { type Answer, type Failure, feedWith } from '#domain/answer/answer.ts';
import { freshnessOf } from '#domain/answer/freshness.ts';
import { feedAfter } from '#domain/answer/next-request.ts';
import { judgeFilter } from './filter.ts';
import { askableCodes, type Knowledge, type Slice, silentSlice, type Task } from './knowledge.ts';
import type { Page } from './page.ts';
import { afterFailure, afterPage, type Earlier } from './strategy.ts';

function earlierOf({ limit, feed }: Slice<unknown>): Earlier | null {
  return feed.answer && { limit, page: feed.answer.value };
}

function learnOfWhole<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  asked: number | null,
  answer: Answer<Page<Row>>,
): Knowledge<Row> {
  const { strategy, whole, regions } = knowledge;
  const next = afterPage(strategy, asked, answer.value, earlierOf(whole), answer.receivedAt);
  // A clamped response counts as the response to the lower limit, so it is not requested again.
  const limit = next.ceilingAt === null ? asked : next.limit;
  const keepsRegions = next.divided || task.eachRegion === true;
  return {
    strategy: next,
    whole: { limit, feed: feedWith(answer, whole.feed.failure) },
    regions: keepsRegions ? regions : new Map(),
  };
}

export function learn<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  asked: Asked,
  answer: Answer<Page<Row>>,
): Knowledge<Row> {
  const limit = asked.limit ?? null;
  if (asked.region === task.region) return learnOfWhole(knowledge, task, limit, answer);
  const regions = new Map(knowledge.regions);
  const code = asked.region ?? '';
  regions.set(code, { limit, feed: feedWith(answer, regions.get(code)?.feed.failure ?? null) });
  return judgeFilter({ ...knowledge, regions }, askableCodes(knowledge, task));
}

/** The state after a failed request. The last usable response stays. */
export function learnFailure<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  asked: Asked,
  failure: Failure,
): Knowledge<Row> {
  const { strategy, whole } = knowledge;
  if (asked.region === task.region) {
    const next = afterFailure(strategy, asked.limit ?? null, failure, earlierOf(whole));
    if (next) return { ...knowledge, strategy: next };
    return { ...knowledge, whole: { ...whole, feed: feedAfter(whole.feed, failure) } };
  }
  const code = asked.region ?? '';
  const before = knowledge.regions.get(code) ?? silentSlice;
  const regions = new Map(knowledge.regions);
  regions.set(code, { ...before, feed: feedAfter(before.feed, failure) });
  return { ...knowledge, regions };
}

/** Drops slices that are no longer fresh if the list is not in use. The response without a region stays. */
export function forgetOld<Row>(knowledge: Knowledge<Row>, task: Task, now: number): Knowledge<Row> {
  if (task.byRegion || knowledge.regions.size === 0) return knowledge;
  const fresh = [...knowledge.regions.values()].every(({ feed }) => freshnessOf(feed, now) === 'fresh');
  return fresh ? knowledge : { ...knowledge, regions: new Map() };
}
