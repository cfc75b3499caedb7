/** Requests sent before `main.tsx` runs; each may be taken once. */

import { plainRequest } from '#client/plain-request.ts';
import { pathsOf } from '#contract/endpoints.ts';
import type { AppConfig } from '#contract/host.ts';
import type { ShownList } from '#domain/answer/first-screen.ts';
import { dataBlock, hostAddress } from './base.ts';

interface Prefetched {
  readonly response: Response;
  /** When its head came, on the clock of `performance`. */
  readonly at: number;
}

const prefetched = new Map<string, (signal: AbortSignal) => Promise<Prefetched>>();

/** How long an answer waits to be taken, milliseconds: it keeps one of a few connections busy. */
const patience = 30_000;

function prefetch(address: string): void {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const answer = fetch(address, { ...plainRequest, signal: leaving.signal }).then((response) => ({
    response,
    at: performance.now(),
  }));
  // Whoever takes it hears of a failure.
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

const limits = new Map<string, number>();

/** Says which limit a deployment answered of late, to the host that drew this page. */
export function knowLimit(slug: string, path: string, limit: number): void {
  limits.set(`${slug} ${path}`, limit);
}

export function knownLimit(slug: string, path: string): number | undefined {
  return limits.get(`${slug} ${path}`);
}

/** Asks a deployment for lists, or for what they hold of one region, each in the version that is preferred. */
export function prefetchLists(slug: string, lists: readonly ShownList[]): void {
  // The host's own words, checked before they were written.
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

/** The answer to a request sent ahead, which ends with `signal`; `undefined` where there is none. */
export function takePrefetched(address: string, signal: AbortSignal): Promise<Prefetched> | undefined {
  return prefetched.get(address)?.(signal);
}
