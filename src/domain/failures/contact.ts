/**
 * Whether a screen still sees anything, and whether it sees a deployment: many feeds that fail together are one blindness,
 * not many faults.
 */

import { endpointAt } from '#contract/endpoints.ts';
import { type Answer, availabilityOf, type Failure, type Feed } from '../answer/answer.ts';
import { freshnessOf, lostSince, vouchedAt } from '../answer/freshness.ts';
import { type AskingPolicy, nextAskAt } from '../answer/next-request.ts';

export type Contact =
  /** Nothing has been read yet, and nothing has failed for good. */
  | { readonly kind: 'waiting' }
  /** Something is read. */
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'blind';
      /** Epoch milliseconds: the last answer of any feed, else the first failure known. */
      readonly since: number;
      /** The newest failure; `null` where answers only stayed away. */
      readonly failure: Failure | null;
      /** Epoch milliseconds of the next try at any of them; `Infinity` where none is to come. */
      readonly nextAskAt: number;
    };

function isOut(feed: Feed<unknown>, now: number): boolean {
  const freshness = freshnessOf(feed, now);
  return freshness === 'late' || freshness === 'lost';
}

/** Our own host does not answer: every feed comes through it, whether or not its turn has come. */
function hasLostHost({ failure }: Feed<unknown>, lastAnswer: number): boolean {
  // A proxy in front of the host said so: no second failure is needed.
  if (failure?.reason === 'proxy-log-in') return failure.at > lastAnswer;
  if (!failure || failure.kind !== 'unreachable' || failure.status !== null) return false;
  return failure.run >= 2 && failure.at > lastAnswer && endpointAt(failure.path).resource === 'status';
}

/** When a service was last heard: not when its host handed out what it had. */
function contactAt(answer: Answer<unknown>): number {
  return answer.lastGood ? vouchedAt(answer) : answer.receivedAt;
}

/** What may be said of the feeds of one screen together. What is not offered has nothing to fail with. */
export function contactOf(feeds: readonly Feed<unknown>[], now: number, policy: AskingPolicy): Contact {
  const speaking = feeds.filter((feed) => availabilityOf(feed) !== 'not-offered');
  const lastAnswer = Math.max(
    ...speaking.map(({ answer }) => (answer ? contactAt(answer) : Number.NEGATIVE_INFINITY)),
  );
  const out = speaking.filter((feed) => isOut(feed, now));
  const isBlind =
    (out.length > 0 && out.length === speaking.length) ||
    speaking.some((feed) => hasLostHost(feed, lastAnswer));
  if (!isBlind) return { kind: Number.isFinite(lastAnswer) ? 'whole' : 'waiting' };
  const failures = speaking
    .flatMap(({ failure }) => (failure ? [failure] : []))
    .toSorted((a, b) => b.at - a.at);
  const since = Number.isFinite(lastAnswer) ? lastAnswer : (failures.at(-1)?.at ?? now);
  const next = Math.min(...speaking.map((feed) => nextAskAt(feed, policy)));
  return { kind: 'blind', since, failure: failures[0] ?? null, nextAskAt: next };
}

/**
 * Whether a deployment is lost (docs/understand/freshness.md): its status is, and nothing of it has answered since. What a cache
 * on the way hands out meanwhile is no answer of the deployment.
 *
 * @param feeds - all of it; called only where they decide.
 */
export function isDeploymentLost(
  status: Feed<unknown>,
  feeds: () => readonly Feed<unknown>[],
  now: number,
): boolean {
  const since = lostSince(status, now);
  return (
    since !== null &&
    // Its own last answer may have come in the very millisecond of the failure after it.
    !feeds().some((feed) => feed !== status && feed.answer !== null && vouchedAt(feed.answer) >= since)
  );
}
