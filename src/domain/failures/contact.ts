/**
 * Decides whether a screen, or a deployment, has contact. Many feeds that fail together are one loss of
 * contact, not many faults.
 */

import { endpointAt } from '#contract/endpoints.ts';
import { type Answer, availabilityOf, type Failure, type Feed } from '../answer/answer.ts';
import { confirmedAt, freshnessOf, lostSince } from '../answer/freshness.ts';
import { nextRequestAt, type RequestPolicy } from '../answer/next-request.ts';

export type Contact =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'blind';
      /**
       * When any feed last had a response, or else when the first known failure happened. Epoch milliseconds.
       */
      readonly since: number;
      /** The newest failure; `null` if responses stopped without one. */
      readonly failure: Failure | null;
      /** When the next attempt at any feed is due, in epoch milliseconds; `Infinity` if none is planned. */
      readonly nextRequestAt: number;
    };

function isOut(feed: Feed<unknown>, now: number): boolean {
  const freshness = freshnessOf(feed, now);
  return freshness === 'late' || freshness === 'lost';
}

/**
 * Whether the page's own host does not respond. All feeds come through it, so this also affects feeds that
 * are not due.
 */
function hasLostHost({ failure }: Feed<unknown>, lastAnswer: number): boolean {
  // A proxy in front of the host reported the ended login: one failure is enough.
  if (failure?.reason === 'proxy-log-in') return failure.at > lastAnswer;
  if (!failure || failure.kind !== 'unreachable' || failure.status !== null) return false;
  return failure.run >= 2 && failure.at > lastAnswer && endpointAt(failure.path).resource === 'status';
}

function contactAt(answer: Answer<unknown>): number {
  return answer.lastGood ? confirmedAt(answer) : answer.receivedAt;
}

/**
 * Decides the contact of a screen by its feeds. Endpoints that are not offered do not count. Feeds without a
 * response or failure so far do not prove contact.
 */
export function contactOf(feeds: readonly Feed<unknown>[], now: number, policy: RequestPolicy): Contact {
  const offered = feeds.filter((feed) => availabilityOf(feed) !== 'not-offered');
  const lastAnswer = Math.max(
    ...offered.map(({ answer }) => (answer ? contactAt(answer) : Number.NEGATIVE_INFINITY)),
  );
  const requested = offered.filter(({ answer, failure }) => answer ?? failure);
  const isBlind =
    (requested.length > 0 && requested.every((feed) => isOut(feed, now))) ||
    offered.some((feed) => hasLostHost(feed, lastAnswer));
  if (!isBlind) return { kind: Number.isFinite(lastAnswer) ? 'whole' : 'waiting' };
  const failures = offered.flatMap(({ failure }) => (failure ? [failure] : [])).toSorted((a, b) => b.at - a.at);
  const since = Number.isFinite(lastAnswer) ? lastAnswer : (failures.at(-1)?.at ?? now);
  const next = Math.min(...offered.map((feed) => nextRequestAt(feed, policy)));
  return { kind: 'blind', since, failure: failures[0] ?? null, nextRequestAt: next };
}

/**
 * Whether a deployment is lost (docs/understand/freshness.md): its status feed is lost, and no other feed had
 * a response since. A copy from a cache on the way is no response of the deployment.
 * @param feeds - returns all feeds of the deployment; called only if the status feed is lost
 */
export function isDeploymentLost(
  status: Feed<unknown>,
  feeds: () => readonly Feed<unknown>[],
  now: number,
): boolean {
  const since = lostSince(status, now);
  return (
    since !== null &&
    // The status feed itself is excluded: its last response may have the same millisecond as the failure
    // after it.
    !feeds().some((feed) => feed !== status && feed.answer !== null && confirmedAt(feed.answer) >= since)
  );
}
