/**
 * Decides whether responses still confirm the state on screen (docs/understand/freshness.md). No other file
 * decides this.
 */

import { endpointAt } from '#contract/endpoints.ts';
import { type Answer, availabilityOf, type Feed, isAbsent } from './answer.ts';
import { grace } from './poll.ts';

/** `past`: a response of the past, which confirms nothing now and never changes. */
export type Freshness = 'waiting' | 'fresh' | 'past' | 'late' | 'lost';

const second = 1_000;

/** Computes the age of a response in milliseconds: time since receipt plus time in caches. Never negative. */
export function ageOfResponse(answer: Answer<unknown>, now: number): number {
  return Math.max(0, now - answer.receivedAt) + answer.ageSeconds * second;
}

/**
 * Returns when the state in a response was true, in epoch milliseconds of our clock: the time of
 * receipt minus the time spent in caches.
 */
export function confirmedAt({
  receivedAt,
  ageSeconds,
}: Pick<Answer<unknown>, 'receivedAt' | 'ageSeconds'>): number {
  return receivedAt - ageSeconds * second;
}

export function isStatus(source: Pick<Answer<unknown>, 'path'>): boolean {
  return endpointAt(source.path).resource === 'status';
}

/**
 * Returns the end of a response's validity period in epoch milliseconds: lifetime + 10 s after its creation.
 * For a stale copy it lies in the past.
 */
export function validUntil({ receivedAt, lifetime }: Answer<unknown>): number {
  return receivedAt + lifetime.leftMilliseconds + grace;
}

/**
 * Returns when a response counts as lost, in epoch milliseconds: three lifetimes + 10 s after its creation.
 */
function lostAt(answer: Answer<unknown>): number {
  return validUntil(answer) + 2 * answer.lifetime.fullMilliseconds;
}

/**
 * Returns the freshness of a feed; L is the lifetime of its response.
 * - `past`: a response of the past, at any age.
 * - `fresh`: younger than L + 10 s.
 * - `late`: older, or the refresh failed twice.
 * - `lost`: older than 3 L + 10 s, no longer offered, or no response ever and a failed request.
 */
export function freshnessOf(feed: Feed<unknown>, now: number): Freshness {
  const { answer, failure } = feed;
  if (!answer) return failure && !isAbsent(failure) ? 'lost' : 'waiting';
  if (answer.headers.asOf !== null) return 'past';
  if (availabilityOf(feed) === 'no-longer-offered') return 'lost';
  const time = Math.max(now, answer.receivedAt);
  if (time >= lostAt(answer)) return 'lost';
  if (time >= validUntil(answer)) return 'late';
  return failure && failure.run >= 2 ? 'late' : 'fresh';
}

/**
 * Returns what the freshness of a feed was at its moment: for `past` it is `fresh`, or `late` if the state was not
 * observed then. Any other freshness is unchanged.
 */
export function freshnessThen({ answer }: Feed<unknown>, freshness: Freshness): Freshness {
  if (freshness !== 'past') return freshness;
  return answer?.headers.observed === 'none' ? 'late' : 'fresh';
}

/** Whether a response of the past has all that there was at its moment. */
export function wasKnown({ answer }: Feed<unknown>): boolean {
  return answer?.headers.observed === 'complete';
}

const order: Record<Freshness, number> = { fresh: 0, waiting: 1, past: 2, late: 3, lost: 4 };

/** Returns since when a feed is lost, in epoch milliseconds; `null` while it is not lost. */
export function lostSince(feed: Feed<unknown>, now: number): number | null {
  if (freshnessOf(feed, now) !== 'lost') return null;
  const { answer, failure } = feed;
  const isReported = answer === null || availabilityOf(feed) === 'no-longer-offered';
  return Math.min(
    answer ? lostAt(answer) : Number.POSITIVE_INFINITY,
    failure && isReported ? failure.since : Number.POSITIVE_INFINITY,
  );
}

export function worstFreshness(all: readonly Freshness[]): Freshness {
  return all.reduce((worst, next) => (order[next] > order[worst] ? next : worst), all[0] ?? 'waiting');
}

/**
 * Returns the freshness of content that several feeds fill. Endpoints that are not offered do not count. If
 * none is offered, the content is `fresh`: that is a fact, and nothing is awaited.
 */
export function freshnessOfAll(feeds: readonly Feed<unknown>[], now: number): Freshness {
  const offered = feeds.filter((feed) => availabilityOf(feed) !== 'not-offered');
  if (feeds.length > 0 && offered.length === 0) return 'fresh';
  return worstFreshness(offered.map((feed) => freshnessOf(feed, now)));
}
