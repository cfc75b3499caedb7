/** Context shared by all polls of one deployment. */

import type { Transport } from '#client/exchange.ts';
import { failureOf } from '#client/failure.ts';
import type { RequestOptions } from '#client/request.ts';
import { Semaphore } from '#client/semaphore.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Failure, Feed } from '#domain/answer/answer.ts';
import type { AskingPolicy } from '#domain/answer/next-request.ts';
import { createSteadyClock, type SteadyClock } from '#domain/answer/steady-clock.ts';
import type { ObservedDeployment } from '../messages.ts';
import { SliceRows } from './slice-traffic.ts';

/** Lists processed at once, of all deployments: a thousand that start together do not flood the host. */
const mostLists = 8;
const mostStatuses = 32;

/** Milliseconds after which a processing slot is freed in any case, so that hanging services do not delay others. */
const longestTurn = 250;

/** Processing slots for all deployments. Status never waits for a list. */
export interface Turns {
  readonly lists: Semaphore;
  readonly status: Semaphore;
}

/**
 * Waits for a processing slot. @returns a function that frees it. @throws the reason of `signal` if that aborts first.
 */
export async function takeRequestSlot(turns: Semaphore, signal: AbortSignal): Promise<() => void> {
  let end: (() => void) | null = await turns.take(signal);
  const endOnce = () => {
    clearTimeout(timer);
    end?.();
    end = null;
  };
  const timer = setTimeout(endOnce, longestTurn);
  return endOnce;
}

export interface World extends SteadyClock {
  readonly transport: Transport;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly turns: Turns;
  readonly sliceRows: SliceRows;
  readonly isRecorded: () => boolean;
  readonly report: (line: string) => void;
}

export function openWorld(
  transport: Transport,
  isRecorded: () => boolean = () => false,
  report: (line: string) => void = () => undefined,
): World {
  const clock = createSteadyClock(Date.now, () => performance.now());
  const turns = { lists: new Semaphore(mostLists), status: new Semaphore(mostStatuses) };
  return { transport, ...clock, random: Math.random, turns, sliceRows: new SliceRows(), isRecorded, report };
}

export interface ObserverContext extends World {
  readonly deployment: ObservedDeployment;
  /** Aborts when the deployment is no longer observed. */
  readonly signal: AbortSignal;
}

/** Like a page that is always visible. */
export function policyOf({ pollMilliseconds }: ObservedDeployment): AskingPolicy {
  return { pollMilliseconds, hidden: false };
}

/** Options of every request of the observer. */
export function askedWith({ deployment, signal, transport, now, skipped, random }: ObserverContext) {
  const { slug, limits, pollMilliseconds } = deployment;
  return { baseUrl: slug, limits, pollMilliseconds, signal, transport, now, skipped, random } satisfies Partial<
    RequestOptions<unknown>
  >;
}

/**
 * The failure of a request.
 * @throws the cause, if the observer itself cancelled the request.
 */
export function failureAfter(
  cause: unknown,
  path: EndpointPath,
  { failure: known }: Feed<unknown>,
  { signal, now, random }: ObserverContext,
  askedAt: number,
): Failure {
  if (signal.aborted) throw cause;
  const [run, since] = [(known?.run ?? 0) + 1, known?.since ?? askedAt];
  return failureOf(cause, { path, run, since, at: now(), spread: random() });
}
