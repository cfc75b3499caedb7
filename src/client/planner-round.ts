/**
 * Runs one round of the requests that the listing planner decides (domain/lists/planner/), and returns the
 * updated knowledge about the list.
 */

import type { ListParameters } from '#contract/decode/list.ts';
import { type Answer, type Failure, type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { RequestPolicy } from '#domain/answer/next-request.ts';
import type { Knowledge, Task } from '#domain/lists/planner/knowledge.ts';
import { forgetOld, learn, learnFailure } from '#domain/lists/planner/learn.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { failedRequests, nextRequests } from '#domain/lists/planner/plan.ts';

export interface RoundRequests<Row> {
  readonly request: (parameters: ListParameters, earlier: Feed<Page<Row>>) => Promise<Answer<Page<Row>>>;
  /**
   * Converts the error of a request into a failure; `null` if the budget postponed the request, which is no
   * failure.
   * @throws the cause if the caller itself cancelled the request.
   */
  readonly failureOf: (cause: unknown, earlier: Feed<Page<Row>>) => Failure | null;
  readonly now: () => number;
}

function sliceFeed<Row>(
  { unfiltered, regions }: Knowledge<Row>,
  task: Task,
  parameters: ListParameters,
): Feed<Page<Row>> {
  if (parameters.region === task.region) return unfiltered.feed;
  return regions.get(parameters.region ?? '')?.feed ?? silentFeed;
}

/** Sends the requests that are due, at most four at once, and adds their outcomes to `knowledge`. */
export async function runPlannerRound<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  policy: RequestPolicy,
  { request: ask, failureOf, now }: RoundRequests<Row>,
): Promise<Knowledge<Row>> {
  const current = forgetOld(knowledge, task, now());
  const due = nextRequests(current, task, policy, now());
  // Nothing is due: the caller runs early because contact returned. Retry what failed.
  const requests = due.length > 0 ? due : failedRequests(current, task, now());
  const outcomes = await Promise.all(
    requests.map(async (parameters) => {
      const earlier = sliceFeed(current, task, parameters);
      try {
        return { asked: parameters, answer: await ask(parameters, earlier), failure: null };
      } catch (cause) {
        return { asked: parameters, answer: null, failure: failureOf(cause, earlier) };
      }
    }),
  );
  return outcomes.reduce((known, { asked, answer, failure }) => {
    if (answer) return learn(known, task, asked, answer);
    return failure ? learnFailure(known, task, asked, failure) : known;
  }, current);
}
