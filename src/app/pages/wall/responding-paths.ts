import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { subscribeToFeeds } from '#app/observe/feeds.ts';
import { endpointQueryOf, feedOfQuery } from '#app/queries/keys.ts';
import { pathsOf } from '#contract/endpoints.ts';
import type { SceneName } from '#domain/wall/rotation.ts';

/** Returns `<slug> <path>` for every list with rows. The rotation uses it to skip scenes without content. */
export function useRespondingPaths(): ReadonlySet<string> {
  const client = useQueryClient();
  const text = useSyncExternalStore(
    (listener) => subscribeToFeeds(client, listener),
    () =>
      client
        .getQueryCache()
        .getAll()
        .flatMap((query) => {
          const [target, { answer }] = [endpointQueryOf(query), feedOfQuery(query)];
          return target && answer && countOf(answer.value) > 0 ? [`${target.slug} ${target.path}`] : [];
        })
        .toSorted()
        .join('\n'),
  );
  return useMemo(() => new Set(text.split('\n')), [text]);
}

const contentPaths: Readonly<Partial<Record<SceneName, readonly string[]>>> = {
  inventory: [...pathsOf('region'), ...pathsOf('node'), ...pathsOf('bucket'), ...pathsOf('event')],
  events: pathsOf('event'),
  map: pathsOf('region'),
};

export function hasContent(answered: ReadonlySet<string>, slug: string, name: SceneName): boolean {
  return (contentPaths[name] ?? []).some((path) => answered.has(`${slug} ${path}`));
}

function countOf(value: unknown): number {
  return typeof value === 'object' && value !== null && 'count' in value && typeof value.count === 'number'
    ? value.count
    : 0;
}
