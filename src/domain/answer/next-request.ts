/** Decides when an endpoint is requested again (docs/understand/freshness.md). No other file decides this. */

import { endpointAt } from '#contract/endpoints.ts';
import { type Answer, type Failure, type Feed, isAbsent } from './answer.ts';
import { isStatus } from './freshness.ts';
import { grace } from './poll.ts';

export interface RequestPolicy {
  /** Poll period: milliseconds between two polls of a status document, unless the deployment has its own. */
  readonly pollMilliseconds: number;
  /** Whether the tab is hidden. A hidden desktop tab requests status only, and less often. */
  readonly hidden: boolean;
  /**
   * Whether desktop alerts are on. Status, regions and nodes are then requested as if the tab were visible.
   */
  readonly alerting?: boolean;
}

const second = 1_000;
const minute = 60_000;
const quickRetries = [1 * second, 2 * second, 4 * second] as const;
const slowRetry = 30 * second;
const absentRecheck = 5 * minute;
/**
 * Maximum random delay of a request, as a share of the lifetime. It keeps many screens from sending requests
 * at once.
 */
const largestDelay = 0.05;
/**
 * Maximum random delay in milliseconds. The rest of the 10 s grace is for the refresh itself: without it,
 * each refresh would look late.
 */
const longestDelay = grace / 2;

/** Whether the verdict depends on the list that was requested. */
function isAlerted({ path }: Answer<unknown> | Failure): boolean {
  const { resource } = endpointAt(path);
  return resource === 'region' || resource === 'node';
}

/**
 * Returns the poll period in milliseconds: of the last response or failure if it states one, else of the
 * policy.
 */
function pollOf({ answer, failure }: Feed<unknown>, { pollMilliseconds }: RequestPolicy): number {
  if (failure) return failure.pollMilliseconds ?? pollMilliseconds;
  return answer && isStatus(answer) ? answer.lifetime.milliseconds : pollMilliseconds;
}

/** Whether the failure means that the viewer must log in, at the host or at a proxy in front of it. */
export function isLogInEnded({ reason }: Failure): boolean {
  return reason === 'session-ended' || reason === 'proxy-log-in';
}

function afterFailure(failure: Failure, neverAnswered: boolean, pollMilliseconds: number): number {
  // Until the viewer logs in, every retry fails. One retry a minute is enough.
  if (isLogInEnded(failure)) return failure.at + minute * (1 + largestDelay * failure.spread);
  const steady = isStatus(failure) ? pollMilliseconds : slowRetry;
  // An endpoint that responded before is retried as after any failure. One that never responded counts as not
  // offered.
  const wait = isAbsent(failure) && neverAnswered ? absentRecheck : (quickRetries[failure.run - 1] ?? steady);
  const own = failure.at + wait * (1 + largestDelay * failure.spread);
  // `Retry-After` is a minimum (RFC 9110 section 10.2.3). Our own interval applies too: a short `Retry-After`
  // could repeat forever.
  return Math.max(own, failure.retryAt ?? own);
}

/**
 * Builds the feed after a failure. An endpoint known as not offered stays so if its recheck fails: pages go
 * on showing the resource's other version.
 */
export function feedAfter<T>(earlier: Feed<T> | undefined, failure: Failure): Feed<T> {
  const known = earlier?.failure ?? null;
  const isStatement = isAbsent(failure) || failure.kind === 'refused';
  if (!earlier || earlier.answer || !known || !isAbsent(known) || isStatement)
    return { answer: earlier?.answer ?? null, failure };
  return { answer: null, failure: { ...known, retryAt: failure.retryAt ?? failure.at + slowRetry } };
}

/**
 * Returns by how many milliseconds the next status request is early: the age of the last response, or 0. If
 * the age comes from a host that polls for several viewers, the host has a newer response by then. A cache on
 * the way does not, so early requests become ever rarer.
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
 * Computes when to request an endpoint next, never before its lifetime has passed.
 * @returns epoch milliseconds; `-Infinity` if nothing is known yet; `Infinity` if this tab must not request
 * it, or for a response of the past, which never changes
 */
export function nextRequestAt(feed: Feed<unknown>, policy: RequestPolicy): number {
  const { answer, failure } = feed;
  const last = failure ?? answer;
  if (!last) return Number.NEGATIVE_INFINITY;
  if (last === answer && answer.headers.asOf !== null) return Number.POSITIVE_INFINITY;
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
