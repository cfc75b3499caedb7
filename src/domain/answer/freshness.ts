/** Whether what is on screen may still be vouched for, and when to ask again. Nothing else decides either. */

import { endpointAt } from '#contract/endpoints.ts';
import { type Answer, availabilityOf, type Failure, type Feed, isAbsent } from './answer.ts';

export type Freshness = 'waiting' | 'fresh' | 'late' | 'lost';

/** Grace after a lifetime before an answer counts as late, milliseconds. */
export const grace = 10_000;

const second = 1_000;
const minute = 60_000;

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

/**
 * Milliseconds of its life that were over when an answer arrived. A list's lifetime has its `Age` taken off already; of
 * a status document it is that of the poll, whoever polled.
 */
function spentBefore(answer: Answer<unknown>): number {
  return isStatus(answer) ? answer.ageSeconds * second : 0;
}

/** Epoch milliseconds until when an answer vouches for what it says; past on arrival where a cache kept it too long. */
export function vouchedUntil(answer: Answer<unknown>): number {
  return answer.receivedAt - spentBefore(answer) + answer.lifetime.milliseconds + grace;
}

/** Epoch milliseconds from when on an answer is lost, if nothing newer comes. */
function lostAt(answer: Answer<unknown>): number {
  return answer.receivedAt - spentBefore(answer) + 3 * answer.lifetime.milliseconds + grace;
}

/**
 * Freshness of a feed (part 5 of the design): `fresh` while younger than its lifetime and 10 s, `late` after that or
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

export interface AskingPolicy {
  /** P: milliseconds between two readings of a status document. */
  readonly pollMilliseconds: number;
  /** A hidden desk tab asks only for status, and less often. */
  readonly hidden: boolean;
  /** Somebody waits for alerts: status, and the lists that a verdict rests on, are asked for as on screen. */
  readonly alerting?: boolean;
}

const quickRetries = [1 * second, 2 * second, 4 * second] as const;
const slowRetry = 30 * second;
const absentRecheck = 5 * minute;
/** Requests go out after the lifetime, by up to this share of it, so that many screens do not ask at once. */
const largestDelay = 0.05;
/** Milliseconds: a long lifetime's delay must leave the refresh half of the grace, or each one would look late. */
const longestDelay = grace / 2;

function isStatus(source: Answer<unknown> | Failure): boolean {
  return endpointAt(source.path).resource === 'status';
}

/** The lists that a verdict rests on besides the status document. */
function isAlerted({ path }: Answer<unknown> | Failure): boolean {
  const { resource } = endpointAt(path);
  return resource === 'region' || resource === 'node';
}

function afterFailure(failure: Failure, neverAnswered: boolean, pollMilliseconds: number): number {
  const steady = isStatus(failure) ? pollMilliseconds : slowRetry;
  // What had answered is missed, like any failure; what never did is not offered.
  const wait = isAbsent(failure) && neverAnswered ? absentRecheck : (quickRetries[failure.run - 1] ?? steady);
  const own = failure.at + wait * (1 + largestDelay * failure.spread);
  // RFC 9110, 10.2.3: a pause to be kept at least. A short one without end would be asked for without end.
  return Math.max(own, failure.retryAt ?? own);
}

/**
 * A feed after a failure. Where the deployment had said that it does not offer the endpoint, a look that failed says
 * nothing new of it: it stays not offered, so that the other version of a resource keeps the screen.
 */
export function feedAfter<T>(earlier: Feed<T> | undefined, failure: Failure): Feed<T> {
  const known = earlier?.failure ?? null;
  const says = isAbsent(failure) || failure.kind === 'refused';
  if (!earlier || earlier.answer || !known || !isAbsent(known) || says)
    return { answer: earlier?.answer ?? null, failure };
  return { answer: null, failure: { ...known, retryAt: failure.retryAt ?? failure.at + slowRetry } };
}

/**
 * Milliseconds by which a status document is asked for sooner than P: a host that polls for several viewers has the next
 * reading then. A cache on the way has not, so while that does not help it is tried again ever more rarely.
 */
function aheadOf(answer: Answer<unknown>): number {
  const { uncacheableRun: run, lifetime } = answer;
  const spent = spentBefore(answer);
  const isTry = run > 0 && Number.isInteger(Math.log2(run));
  return isTry && spent < lifetime.milliseconds ? spent : 0;
}

function delayOf({ lifetime, spread }: Answer<unknown>): number {
  return Math.min(largestDelay * lifetime.milliseconds, longestDelay) * spread;
}

/**
 * Epoch milliseconds at which an endpoint is to be asked next: `-Infinity` when nothing is known yet, `Infinity` when
 * this tab is not to ask at all. Never before a lifetime has passed (part 5 of the design).
 */
export function nextAskAt(feed: Feed<unknown>, policy: AskingPolicy): number {
  const { answer, failure } = feed;
  const last = failure ?? answer;
  if (!last) return Number.NEGATIVE_INFINITY;
  const due = failure
    ? afterFailure(failure, answer === null, policy.pollMilliseconds)
    : answer
      ? answer.receivedAt + answer.lifetime.milliseconds - aheadOf(answer) + delayOf(answer)
      : Number.NEGATIVE_INFINITY;
  if (!policy.hidden) return due;
  if (!isStatus(last)) return policy.alerting && isAlerted(last) ? due : Number.POSITIVE_INFINITY;
  const lastContact = failure ? failure.at : (answer?.receivedAt ?? 0);
  return Math.max(due, lastContact + Math.max(policy.pollMilliseconds, policy.alerting ? 0 : minute));
}
