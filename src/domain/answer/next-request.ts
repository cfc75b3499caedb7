/** Decides alone when an endpoint is requested again (docs/understand/freshness.md). */

import { endpointAt } from '#contract/endpoints.ts';
import { type Answer, type Failure, type Feed, isAbsent } from './answer.ts';
import { isStatus } from './freshness.ts';
import { grace } from './poll.ts';

export interface RequestPolicy {
  /** P: milliseconds between two polls of a status document, unless the deployment has its own. */
  readonly pollMilliseconds: number;
  /** A hidden desktop tab requests status only, and less often. */
  readonly hidden: boolean;
  /** Alerts are on: status, regions and nodes are requested as if the tab were visible. */
  readonly alerting?: boolean;
}

const second = 1_000;
const minute = 60_000;
const quickRetries = [1 * second, 2 * second, 4 * second] as const;
const slowRetry = 30 * second;
const absentRecheck = 5 * minute;
/** Share of the lifetime by which requests are delayed at random, so that many screens do not send them at once. */
const largestDelay = 0.05;
/** Milliseconds. The delay must leave half of the grace for the refresh, or each refresh would look late. */
const longestDelay = grace / 2;

/** Whether the verdict depends on this list. */
function isAlerted({ path }: Answer<unknown> | Failure): boolean {
  const { resource } = endpointAt(path);
  return resource === 'region' || resource === 'node';
}

/** The poll period that the last response or failure carries, otherwise that of the policy. */
function pollOf({ answer, failure }: Feed<unknown>, { pollMilliseconds }: RequestPolicy): number {
  if (failure) return failure.pollMilliseconds ?? pollMilliseconds;
  return answer && isStatus(answer) ? answer.lifetime.milliseconds : pollMilliseconds;
}

/** Whether a log-in is needed, at the host or at a proxy in front of it. */
export function isLogInEnded({ reason }: Failure): boolean {
  return reason === 'session-ended' || reason === 'proxy-log-in';
}

function afterFailure(failure: Failure, neverAnswered: boolean, pollMilliseconds: number): number {
  // Only a log-in ends this failure.
  if (isLogInEnded(failure)) return failure.at + minute * (1 + largestDelay * failure.spread);
  const steady = isStatus(failure) ? pollMilliseconds : slowRetry;
  // An endpoint that responded before is retried like any failure. One that never did is not offered.
  const wait = isAbsent(failure) && neverAnswered ? absentRecheck : (quickRetries[failure.run - 1] ?? steady);
  const own = failure.at + wait * (1 + largestDelay * failure.spread);
  // Retry-After is a minimum (RFC 9110 section 10.2.3). The own interval still applies: a short pause could repeat forever.
  return Math.max(own, failure.retryAt ?? own);
}

/**
 * A feed after a failure. If the endpoint was known as not offered, a failed recheck brings no news: it stays not offered,
 * so that the other version of the resource stays on the screen.
 */
export function feedAfter<T>(earlier: Feed<T> | undefined, failure: Failure): Feed<T> {
  const known = earlier?.failure ?? null;
  const isStatement = isAbsent(failure) || failure.kind === 'refused';
  if (!earlier || earlier.answer || !known || !isAbsent(known) || isStatement)
    return { answer: earlier?.answer ?? null, failure };
  return { answer: null, failure: { ...known, retryAt: failure.retryAt ?? failure.at + slowRetry } };
}

/**
 * Milliseconds by which a status document is requested earlier than P. A host that polls for several viewers has the next
 * poll by then. A cache on the way does not, so the attempts become ever rarer.
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
 * When to request an endpoint next. Never before its lifetime has passed.
 *
 * @returns epoch milliseconds; `-Infinity` if nothing is known yet; `Infinity` if this tab must not request it.
 */
export function nextRequestAt(feed: Feed<unknown>, policy: RequestPolicy): number {
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
