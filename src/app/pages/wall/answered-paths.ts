import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { subscribeToFeeds } from '#app/observe/feeds.ts';
import { endpointQueryOf, feedOfQuery } from '#app/queries/keys.ts';

/** `<slug> <path>` of every list that has answered with something: scenes without content get no turn. */
export function useAnsweredPaths(): ReadonlySet<string> {
  const client = useQueryClient();
  const text = useSyncExternalStore(
    (listener) => subscribeToFeeds(client, listener),
    () =>
      client
        .getQueryCache()
        .getAll()
        .flatMap((query) => {
          const [asked, { answer }] = [endpointQueryOf(query), feedOfQuery(query)];
          return asked && answer && countOf(answer.value) > 0 ? [`${asked.slug} ${asked.path}`] : [];
        })
        .toSorted()
        .join('\n'),
  );
  return useMemo(() => new Set(text.split('\n')), [text]);
}

function countOf(value: unknown): number {
  return typeof value === 'object' && value !== null && 'count' in value && typeof value.count === 'number'
    ? value.count
    : 0;
}
