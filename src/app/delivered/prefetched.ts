/**
 * Sends requests before `main.tsx` runs. Each response is used once. A `<link rel="preload">` is no
 * alternative: the browser may take its response from its own cache, and an old response would pass for a new
 * one.
 */

import { plainRequest } from '#client/plain-request.ts';
import { pathsOf } from '#contract/endpoints.ts';
import type { AppConfig } from '#contract/host.ts';
import { type KnownLimits, listKey, type ShownList } from '#domain/first-screen/first-screen.ts';
import { dataBlock, hostAddress } from './base.ts';

interface Prefetched {
  readonly response: Response;
  /** When the response headers arrived, by `performance.now()`. */
  readonly at: number;
}

const prefetched = new Map<string, (signal: AbortSignal) => Promise<Prefetched>>();

/** Milliseconds after which an unused request is aborted, because it occupies one of few connections. */
const patience = 30_000;

function prefetch(address: string): void {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const answer = fetch(address, { ...plainRequest, signal: leaving.signal }).then((response) => ({
    response,
    at: performance.now(),
  }));
  // The caller that takes the response handles the error.
  answer.catch(() => undefined);
  const timer = setTimeout(() => {
    prefetched.delete(address);
    leave();
  }, patience);
  prefetched.set(address, (signal) => {
    clearTimeout(timer);
    prefetched.delete(address);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    return answer;
  });
}

// Written by a host of the same build (host/routes/shell.ts).
const limits = (dataBlock('limits') ?? {}) as KnownLimits;

/** Returns the `limit` that the host last saw a list need, so that the app requests the same URL. */
export function knownLimit(slug: string, path: string): number | undefined {
  return limits[listKey(slug, path)];
}

/** Prefetches lists of a deployment, complete or for one region, each in the preferred API version. */
export function prefetchLists(slug: string, lists: readonly ShownList[]): void {
  // The host wrote this configuration and checked it.
  const config = dataBlock('config') as AppConfig | undefined;
  const deployment = config?.deployments.find((each) => each.slug === slug);
  if (!deployment) return;
  for (const { resource, region } of lists) {
    const [path = ''] = pathsOf(resource);
    const limit = knownLimit(slug, path);
    const whole = limit === undefined ? '' : `?limit=${limit}`;
    prefetch(hostAddress(deployment.baseUrl) + path + (region === undefined ? whole : `?region=${region}`));
  }
}

/** Takes the prefetched response of a URL; `undefined` without one. `signal` aborts the request. */
export function takePrefetched(address: string, signal: AbortSignal): Promise<Prefetched> | undefined {
  return prefetched.get(address)?.(signal);
}
