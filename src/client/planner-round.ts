/** Runs one round of the requests that the listing planner decides, and returns the updated knowledge. */

import type { Asked } from '#contract/decode/list.ts';
import { type Answer, type Failure, type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { AskingPolicy } from '#domain/answer/next-request.ts';
import type { Knowledge, Task } from '#domain/lists/planner/knowledge.ts';
import { forgetOld, learn, learnFailure } from '#domain/lists/planner/learn.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { failedRequests, nextRequests } from '#domain/lists/planner/plan.ts';

export interface Asking<Row> {
  readonly ask: (asked: Asked, earlier: Feed<Page<Row>>) => Promise<Answer<Page<Row>>>;
  /**
   * The failure of a request; `null` if it was not sent and waits.
   *
   * @throws the cause if the caller itself cancelled.
   */
  readonly failureOf: (cause: unknown, earlier: Feed<Page<Row>>) => Failure | null;
  readonly now: () => number;
}

function sliceFeed<Row>({ whole, regions }: Knowledge<Row>, task: Task, asked: Asked): Feed<Page<Row>> {
  if (asked.region === task.region) return whole.feed;
  return regions.get(asked.region ?? '')?.feed ?? silentFeed;
}

/** Sends the requests that are due, at most four at once. */
export async function runPlannerRound<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  policy: AskingPolicy,
  { ask, failureOf, now }: Asking<Row>,
): Promise<Knowledge<Row>> {
  const current = forgetOld(knowledge, task, now());
  const due = nextRequests(current, task, policy, now());
  // Nothing is due: the caller runs early because contact returned. Retry what failed.
  const requests = due.length > 0 ? due : failedRequests(current, task, now());
  const outcomes = await Promise.all(
    requests.map(async (asked) => {
      const earlier = sliceFeed(current, task, asked);
      try {
        return { asked, answer: await ask(asked, earlier), failure: null };
      } catch (cause) {
        return { asked, answer: null, failure: failureOf(cause, earlier) };
      }
    }),
  );
  return outcomes.reduce((known, { asked, answer, failure }) => {
    if (answer) return learn(known, task, asked, answer);
    return failure ? learnFailure(known, task, asked, failure) : known;
  }, current);
}
