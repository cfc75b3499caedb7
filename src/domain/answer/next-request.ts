/** When an endpoint is asked again. Nothing else decides it (docs/understand/freshness.md). */

import { endpointAt } from '#contract/endpoints.ts';
import { type Answer, type Failure, type Feed, isAbsent } from './answer.ts';
import { isStatus } from './freshness.ts';
import { grace } from './poll.ts';

export interface AskingPolicy {
  /** P: milliseconds between two readings of a status document, where its deployment says nothing else. */
  readonly pollMilliseconds: number;
  /** A hidden desk tab asks only for status, and less often. */
  readonly hidden: boolean;
  /** Somebody waits for alerts: status, and the lists that a verdict rests on, are asked for as on screen. */
  readonly alerting?: boolean;
}

const second = 1_000;
const minute = 60_000;
const quickRetries = [1 * second, 2 * second, 4 * second] as const;
const slowRetry = 30 * second;
const absentRecheck = 5 * minute;
/** Requests go out after the lifetime, by up to this share of it, so that many screens do not ask at once. */
const largestDelay = 0.05;
/** Milliseconds: a long lifetime's delay must leave the refresh half of the grace, or each one would look late. */
const longestDelay = grace / 2;

/** The lists that a verdict rests on besides the status document. */
function isAlerted({ path }: Answer<unknown> | Failure): boolean {
  const { resource } = endpointAt(path);
  return resource === 'region' || resource === 'node';
}

/** P of a deployment: its own where what came of it says so. */
function pollOf({ answer, failure }: Feed<unknown>, { pollMilliseconds }: AskingPolicy): number {
  if (failure) return failure.pollMilliseconds ?? pollMilliseconds;
  return answer && isStatus(answer) ? answer.lifetime.milliseconds : pollMilliseconds;
}

/** At the host itself, or at a proxy in front of it. */
export function isLogInEnded({ reason }: Failure): boolean {
  return reason === 'session-ended' || reason === 'proxy-log-in';
}

function afterFailure(failure: Failure, neverAnswered: boolean, pollMilliseconds: number): number {
  // Nothing but a log-in ends it.
  if (isLogInEnded(failure)) return failure.at + minute * (1 + largestDelay * failure.spread);
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
  const spent = isStatus(answer) ? 1000 * answer.ageSeconds : 0;
  const isTry = run > 0 && Number.isInteger(Math.log2(run));
  return isTry && spent < lifetime.milliseconds ? spent : 0;
}

function delayOf({ lifetime, spread }: Answer<unknown>): number {
  return Math.min(largestDelay * lifetime.milliseconds, longestDelay) * spread;
}

/**
 * Epoch milliseconds at which an endpoint is to be asked next: `-Infinity` when nothing is known yet, `Infinity` when
 * this tab is not to ask at all. Never before a lifetime has passed.
 */
export function nextAskAt(feed: Feed<unknown>, policy: AskingPolicy): number {
  const { answer, failure } = feed;
  const last = failure ?? answer;
  if (!last) return Number.NEGATIVE_INFINITY;
  const due = failure
    ? afterFailure(failure, answer === null, pollOf(feed, policy))
    : answer
      ? answer.receivedAt + answer.lifetime.milliseconds - aheadOf(answer) + delayOf(answer)
      : Number.NEGATIVE_INFINITY;
  if (!policy.hidden) return due;
  if (!isStatus(last)) return policy.alerting && isAlerted(last) ? due : Number.POSITIVE_INFINITY;
  const lastContact = failure ? failure.at : (answer?.receivedAt ?? 0);
  return Math.max(due, lastContact + Math.max(pollOf(feed, policy), policy.alerting ? 0 : minute));
}
