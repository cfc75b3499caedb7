import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Feed } from '#domain/answer/answer.ts';

/** `<slug> <path>` of every list that has answered with something: scenes without content get no turn. */
export function useAnsweredPaths(): ReadonlySet<string> {
  const client = useQueryClient();
  const text = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () =>
      client
        .getQueryCache()
        .getAll()
        .flatMap(({ queryKey: [slug, path], state }) => {
          // Every query of this client holds a feed (queries/endpoint.ts).
          const feed = state.data as Feed<unknown> | undefined;
          return feed?.answer && countOf(feed.answer.value) > 0 ? [`${String(slug)} ${String(path)}`] : [];
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
