/** Whether what is on screen may still be vouched for. Nothing else decides it (docs/understand/freshness.md). */

import { endpointAt } from '#contract/endpoints.ts';
import { type Answer, availabilityOf, type Feed, isAbsent } from './answer.ts';
import { grace } from './poll.ts';

export type Freshness = 'waiting' | 'fresh' | 'late' | 'lost';

const second = 1_000;

/** Age of an answer's content, milliseconds: time since receipt plus time in caches. Never negative. */
export function ageOfAnswer(answer: Answer<unknown>, now: number): number {
  return Math.max(0, now - answer.receivedAt) + answer.ageSeconds * second;
}

/** Epoch milliseconds, by our clock, at which what an answer says was so: a cache on the way, ours too, makes it no newer. */
export function vouchedAt({
  receivedAt,
  ageSeconds,
}: Pick<Answer<unknown>, 'receivedAt' | 'ageSeconds'>): number {
  return receivedAt - ageSeconds * second;
}

export function isStatus(source: Pick<Answer<unknown>, 'path'>): boolean {
  return endpointAt(source.path).resource === 'status';
}

/** Epoch milliseconds until which a response confirms a state: L + 10 s after its making. Past for a stale response. */
export function vouchedUntil({ receivedAt, lifetime }: Answer<unknown>): number {
  return receivedAt + lifetime.leftMilliseconds + grace;
}

/** Epoch milliseconds from which a response is lost if no newer one arrives: 3 L + 10 s after its making. */
function lostAt(answer: Answer<unknown>): number {
  return vouchedUntil(answer) + 2 * answer.lifetime.fullMilliseconds;
}

/**
 * Freshness of a feed: `fresh` while younger than its lifetime and 10 s, `late` after that or
 * once a due refresh failed twice, `lost` from three lifetimes and 10 s, or when nothing ever came and asking failed.
 */
export function freshnessOf(feed: Feed<unknown>, now: number): Freshness {
  const { answer, failure } = feed;
  if (!answer) return failure && !isAbsent(failure) ? 'lost' : 'waiting';
  if (availabilityOf(feed) === 'no-longer-offered') return 'lost';
  const time = Math.max(now, answer.receivedAt);
  if (time >= lostAt(answer)) return 'lost';
  if (time >= vouchedUntil(answer)) return 'late';
  return failure && failure.run >= 2 ? 'late' : 'fresh';
}

const order: Record<Freshness, number> = { fresh: 0, waiting: 1, late: 2, lost: 3 };

/** Epoch milliseconds since when a feed is lost; `null` while it is not. */
export function lostSince(feed: Feed<unknown>, now: number): number | null {
  if (freshnessOf(feed, now) !== 'lost') return null;
  const { answer, failure } = feed;
  const isSaid = answer === null || availabilityOf(feed) === 'no-longer-offered';
  return Math.min(
    answer ? lostAt(answer) : Number.POSITIVE_INFINITY,
    failure && isSaid ? failure.since : Number.POSITIVE_INFINITY,
  );
}

/** A panel that rests on several answers has the worst of theirs. */
export function worstFreshness(all: readonly Freshness[]): Freshness {
  return all.reduce((worst, next) => (order[next] > order[worst] ? next : worst), all[0] ?? 'waiting');
}

/**
 * The freshness of what rests on several feeds. What a deployment does not offer has nothing to be late with, and where
 * it offers none of them that is a fact, nothing to wait for.
 */
export function freshnessOfAll(feeds: readonly Feed<unknown>[], now: number): Freshness {
  const speaking = feeds.filter((feed) => availabilityOf(feed) !== 'not-offered');
  if (feeds.length > 0 && speaking.length === 0) return 'fresh';
  return worstFreshness(speaking.map((feed) => freshnessOf(feed, now)));
}
