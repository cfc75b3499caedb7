/** What all readings of one deployment have in common. */

import type { Transport } from '#client/exchange.ts';
import { failureOf } from '#client/failure.ts';
import type { RequestOptions } from '#client/request.ts';
import { Semaphore } from '#client/semaphore.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Failure, Feed } from '#domain/answer/answer.ts';
import type { AskingPolicy } from '#domain/answer/next-request.ts';
import { createSteadyClock, type SteadyClock } from '#domain/answer/steady-clock.ts';
import type { ObservedDeployment } from './messages.ts';
import { SliceRows } from './slice-traffic.ts';

/** Lists whose turn it is at once, of all deployments: a thousand that begin together do not flood the host. */
const mostLists = 8;
const mostStatuses = 32;

/** Milliseconds after which a turn is over, whatever became of it: services that hang keep the others waiting no longer. */
const longestTurn = 250;

/** Turns that all deployments of an observer share: status never waits for a list. */
export interface Turns {
  readonly lists: Semaphore;
  readonly status: Semaphore;
}

/** Resolves once it is somebody's turn, with what ends it. @throws the reason of `signal` where that aborts first. */
export async function takeTurn(turns: Semaphore, signal: AbortSignal): Promise<() => void> {
  let end: (() => void) | null = await turns.take(signal);
  const endOnce = () => {
    clearTimeout(timer);
    end?.();
    end = null;
  };
  const timer = setTimeout(endOnce, longestTurn);
  return endOnce;
}

/** What all deployments of an observer share. */
export interface World extends SteadyClock {
  readonly transport: Transport;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly turns: Turns;
  readonly sliceRows: SliceRows;
  /** Whether somebody writes down what is read. */
  readonly isRecorded: () => boolean;
  /** Writes one line to the log of the host. */
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

export interface Circumstances extends World {
  readonly deployment: ObservedDeployment;
  /** Aborts once nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/** The observer is a viewer whose page is always open. */
export function policyOf({ pollMilliseconds }: ObservedDeployment): AskingPolicy {
  return { pollMilliseconds, hidden: false };
}

/** What every question of the observer is asked with. */
export function askedWith({ deployment, signal, transport, now, skipped, random }: Circumstances) {
  const { slug, limits, pollMilliseconds } = deployment;
  return { baseUrl: slug, limits, pollMilliseconds, signal, transport, now, skipped, random } satisfies Partial<
    RequestOptions<unknown>
  >;
}

/**
 * Why a try gave no answer.
 *
 * @throws what was thrown, where the observer itself gave up.
 */
export function failureAfter(
  cause: unknown,
  path: EndpointPath,
  { failure: known }: Feed<unknown>,
  { signal, now, random }: Circumstances,
  askedAt: number,
): Failure {
  if (signal.aborted) throw cause;
  const [run, since] = [(known?.run ?? 0) + 1, known?.since ?? askedAt];
  return failureOf(cause, { path, run, since, at: now(), spread: random() });
}
