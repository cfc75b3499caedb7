/** What all polls of one deployment share: clock, transport, processing slots and request options. */

import type { Transport } from '#client/exchange.ts';
import { failureOf } from '#client/failure.ts';
import type { RequestOptions } from '#client/request.ts';
import { Semaphore } from '#client/semaphore.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Failure, Feed } from '#domain/answer/answer.ts';
import type { RequestPolicy } from '#domain/answer/next-request.ts';
import { createSteadyClock, type SteadyClock } from '#domain/answer/steady-clock.ts';
import type { ObservedDeployment } from '../messages.ts';
import { SliceRows } from './slice-traffic.ts';

/**
 * Maximum number of lists processed at once, of all deployments: a thousand that start together do not flood
 * the host.
 */
const mostLists = 8;
const mostStatuses = 32;

/** Milliseconds after which a slot is freed in any case, so that hanging services do not delay others. */
const longestSlot = 250;

/** Processing slots, shared by all deployments. Status never waits for a list. */
export interface RequestSlots {
  readonly lists: Semaphore;
  readonly status: Semaphore;
}

/**
 * Waits for a processing slot. @returns a function that frees it. @throws the reason of `signal` if that aborts first.
 */
export async function takeRequestSlot(slots: Semaphore, signal: AbortSignal): Promise<() => void> {
  let end: (() => void) | null = await slots.take(signal);
  const endOnce = () => {
    clearTimeout(timer);
    end?.();
    end = null;
  };
  const timer = setTimeout(endOnce, longestSlot);
  return endOnce;
}

export interface ObserverEnvironment extends SteadyClock {
  readonly transport: Transport;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
  readonly requestSlots: RequestSlots;
  readonly sliceRows: SliceRows;
  /** Returns the recorder; `null` if there is none, or it is too far behind. */
  readonly recorder: () => object | null;
  readonly report: (line: string) => void;
}

export function openEnvironment(
  transport: Transport,
  recorder: () => object | null = () => null,
  report: (line: string) => void = () => undefined,
): ObserverEnvironment {
  const clock = createSteadyClock(Date.now, () => performance.now());
  const requestSlots = { lists: new Semaphore(mostLists), status: new Semaphore(mostStatuses) };
  return {
    transport,
    ...clock,
    random: Math.random,
    requestSlots,
    sliceRows: new SliceRows(),
    recorder,
    report,
  };
}

export interface ObserverContext extends ObserverEnvironment {
  readonly deployment: ObservedDeployment;
  /** Aborts when the deployment is no longer observed. */
  readonly signal: AbortSignal;
}

/** Returns the rules for the times of requests: those of a page that is always visible. */
export function policyOf({ pollMilliseconds }: ObservedDeployment): RequestPolicy {
  return { pollMilliseconds, hidden: false };
}

/** Returns the options of every request of the observer. */
export function requestOptions({ deployment, signal, transport, now, skipped, random }: ObserverContext) {
  const { slug, limits, pollMilliseconds } = deployment;
  return { baseUrl: slug, limits, pollMilliseconds, signal, transport, now, skipped, random } satisfies Partial<
    RequestOptions<unknown>
  >;
}

/**
 * Converts the error of a request into a failure.
 * @throws the cause, if the observer itself cancelled the request.
 */
export function failureAfter(
  cause: unknown,
  path: EndpointPath,
  { failure: known }: Feed<unknown>,
  { signal, now, random }: ObserverContext,
  requestedAt: number,
): Failure {
  if (signal.aborted) throw cause;
  const [run, since] = [(known?.run ?? 0) + 1, known?.since ?? requestedAt];
  return failureOf(cause, { path, run, since, at: now(), spread: random() });
}
