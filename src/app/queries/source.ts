/**
 * Hooks from queries to page data: they return the feed of a resource in the version that the deployment
 * offers.
 */

import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { EndpointPath } from '#contract/endpoints.ts';
import { type Availability, availabilityOf, type Feed, silentFeed } from '#domain/answer/answer.ts';
import { useHidden } from '../ui/time/visibility.ts';

export interface Source<T> {
  readonly path: EndpointPath;
  readonly feed: Feed<T>;
  readonly availability: Availability;
}

/** Returns the feed of one endpoint. With `enabled` false, it reads the cache only. */
export function useFeed<F extends Feed<unknown>>(options: UseQueryOptions<F>, enabled = true): F | Feed<never> {
  // A change of visibility must render again, because React Query then computes the query's timer again.
  useHidden();
  const { data } = useQuery({ ...options, enabled });
  return data ?? silentFeed;
}

/**
 * Returns the feed of a resource from the first of `paths`, or from the second if the first is not offered.
 * The second is requested only when the first is known to be absent.
 */
export function usePreferred<T, F extends Feed<T>, P extends EndpointPath>(
  paths: readonly P[],
  optionsOf: (path: P) => UseQueryOptions<F>,
  enabled = true,
): Source<T> {
  const [first, second = first] = paths;
  if (first === undefined || second === undefined) throw new Error('A resource needs at least one endpoint.');
  const preferred = useFeed(optionsOf(first), enabled);
  const absent = availabilityOf(preferred) === 'not-offered' && second !== first;
  const fallback = useFeed(optionsOf(second), enabled && absent);
  return absent
    ? { path: second, feed: fallback, availability: availabilityOf(fallback) }
    : { path: first, feed: preferred, availability: availabilityOf(preferred) };
}
