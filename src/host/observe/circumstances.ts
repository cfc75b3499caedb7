/** What all readings of one deployment have in common. */

import type { Transport } from '#client/exchange.ts';
import { failureOf } from '#client/failure.ts';
import type { RequestOptions } from '#client/request.ts';
import { Semaphore } from '#client/semaphore.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Failure, Feed } from '#domain/answer/answer.ts';
import type { AskingPolicy } from '#domain/answer/next-request.ts';
import type { ObservedDeployment } from './messages.ts';

/** The outside world, which tests replace. */
export interface World {
  readonly transport: Transport;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Lists that are asked for at once, of all deployments: a thousand that begin together do not flood the host. */
const mostLists = 8;
const mostStatuses = 32;

/** Turns that all deployments of an observer share: status never waits for a list. */
export interface Turns {
  readonly lists: Semaphore;
  readonly status: Semaphore;
}

export function openTurns(): Turns {
  return { lists: new Semaphore(mostLists), status: new Semaphore(mostStatuses) };
}

export interface Circumstances extends World {
  readonly deployment: ObservedDeployment;
  readonly turns: Turns;
  /** Aborts once nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/** The observer is a viewer whose page is always open. */
export function policyOf({ pollMilliseconds }: ObservedDeployment): AskingPolicy {
  return { pollMilliseconds, hidden: false };
}

/** What every question of the observer is asked with. */
export function askedWith({ deployment, signal, transport, now, random }: Circumstances) {
  const { slug, limits, pollMilliseconds } = deployment;
  return { baseUrl: slug, limits, pollMilliseconds, signal, transport, now, random } satisfies Partial<
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
