/** From queries to what pages read: the feed of a resource in the version this deployment offers. */

import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { EndpointPath } from '#contract/endpoints.ts';
import { type Availability, availabilityOf, type Feed, silentFeed } from '#domain/answer/answer.ts';
import { useHidden } from '../ui/time/visibility.ts';

export interface Source<T> {
  readonly path: EndpointPath;
  readonly feed: Feed<T>;
  readonly availability: Availability;
}

/** The feed of one endpoint; `enabled: false` reads what is there and asks for nothing. */
export function useFeed<F extends Feed<unknown>>(options: UseQueryOptions<F>, enabled = true): F | Feed<never> {
  // Rendering again on a change of visibility makes the query's observer compute its timer anew.
  useHidden();
  const { data } = useQuery({ ...options, enabled });
  return data ?? silentFeed;
}

/**
 * The feed of a resource: the first path where the deployment offers it, else the second. The second version is asked
 * only once the first is known to be absent.
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
