/** Since when the verdict, components, regions and nodes are as they are, as the host states it. */

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { now } from '#app/ui/time/clock.ts';
import { decodeSince } from '#contract/decode/history.ts';
import type { SinceAnswer, SubjectKind } from '#contract/history.ts';
import { sinceBySpan } from '#domain/history/since-of-rows.ts';
import type { Since, SinceOf } from '#domain/lists/lookups.ts';
import { type HistoryRead, historyQuery, named, refreshedInTurn, turns } from './history.ts';

/** Milliseconds between two requests, and while the page shows a state that the response does not have yet. */
const pause = 60_000;
const shortPause = 5_000;
/** How long the answer may be behind before the page stops to hurry, milliseconds. */
const hurry = 30_000;

function sinceQuery(slug: string, kind: SubjectKind, key?: string) {
  const of = key === undefined ? `?kind=${kind}` : `?${named(kind, key).slice(1)}`;
  return {
    ...historyQuery(
      slug,
      `since ${kind} ${key ?? ''}`,
      `/since${of}`,
      decodeSince,
      key === undefined ? undefined : turns,
    ),
    ...refreshedInTurn(pause),
  };
}

/**
 * The verdict and the components, in one request for all parts of a page.
 *
 * @param shown - what the page shows, as text.
 * @param isKnown - whether the answer is of what the page shows.
 */
export function useVerdictStart(
  slug: string,
  isWanted: boolean,
  shown: string,
  isKnown: (answer: SinceAnswer) => boolean,
): SinceAnswer | null {
  const [change, setChange] = useState({ shown, at: now() });
  if (change.shown !== shown) setChange({ shown, at: now() });
  const { data } = useQuery({
    ...sinceQuery(slug, 'component'),
    enabled: isWanted,
    refetchInterval: ({
      state,
    }: {
      readonly state: { readonly data?: HistoryRead<SinceAnswer> | undefined };
    }) => {
      const value = state.data?.value;
      return !value || isKnown(value) || now() - change.at > hurry ? false : shortPause;
    },
  });
  return data?.value ?? null;
}

/**
 * Of all regions or nodes, as far as one response has them: at most 10,000. Rows that share a key are left out.
 */
export function useSince(slug: string, kind: 'region' | 'node', isWanted: boolean): Since | undefined {
  const { data } = useQuery({ ...sinceQuery(slug, kind), enabled: isWanted });
  const spans = data?.value?.data;
  return useMemo(() => spans && { version: `${versions++}`, of: sinceBySpan(spans) }, [spans]);
}

/** Of one region or node. */
export function useSinceOf(
  slug: string,
  kind: 'region' | 'node',
  key: string,
  isWanted: boolean,
): SinceOf | undefined {
  const { data } = useQuery({ ...sinceQuery(slug, kind, key), enabled: isWanted });
  return sinceBySpan(data?.value?.data ?? []).get(key);
}

let versions = 0;
