/**
 * Reads when the current states of the verdict, components, regions and nodes began, as the host recorded
 * them.
 */

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { now } from '#app/ui/time/clock.ts';
import { decodeSince, decodeSpans } from '#contract/decode/history.ts';
import type { SubjectKind } from '#contract/history.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { sinceBySpan } from '#domain/history/since/since-of-rows.ts';
import type { Since, SinceOf } from '#domain/lists/lookups.ts';
import { historyQuery, named, requestLimit, searchOf } from './history.ts';
import { knownAt } from './subjects.ts';
import { newState, pauses, withoutOwnTimer } from './timing.ts';

function sinceQuery(slug: string, kind: SubjectKind, key?: string) {
  const of = key === undefined ? `&kind=${kind}` : named(kind, key);
  const moment = momentOf(slug);
  const address =
    moment === null ? `/since?${of.slice(1)}` : `/spans${searchOf({ from: moment, to: moment + 1 }, of)}`;
  // The spans at a past moment have the starts of its states, but no start of its verdict and no notes.
  const decode = (body: unknown): ReturnType<typeof decodeSince> =>
    moment === null
      ? decodeSince(body)
      : { ...knownAt(moment, decodeSpans(body)), verdict: null, sent: undefined };
  return {
    ...historyQuery(
      slug,
      `since ${kind} ${key ?? ''}`,
      address,
      decode,
      key === undefined ? undefined : requestLimit,
    ),
    ...withoutOwnTimer(pauses.since),
  };
}

/**
 * Reads the start times of the verdict and the components, in one request for all parts of a page.
 * @param shown - the state that the page shows, as text.
 * @param isKnown - whether the response contains that state.
 */
export function useVerdictStart(
  slug: string,
  isWanted: boolean,
  shown: string,
  isKnown: (answer: ReturnType<typeof decodeSince>) => boolean,
): ReturnType<typeof decodeSince> | null {
  const [change, setChange] = useState({ shown, at: now() });
  if (change.shown !== shown) setChange({ shown, at: now() });
  const { data } = useQuery({
    ...sinceQuery(slug, 'component'),
    enabled: isWanted,
    refetchInterval: ({ state: { data: read } }) => {
      const value = read?.value;
      const isWrong = value && momentOf(slug) === null && !isKnown(value) && now() - change.at <= newState;
      return isWrong && !read.failure?.retry ? pauses.sinceOfNewState : false;
    },
  });
  return data?.value ?? null;
}

/**
 * Reads the start times of all regions or nodes, at most 10,000 (one response). Rows that share a key are
 * left out.
 */
export function useSince(slug: string, kind: 'region' | 'node', isWanted: boolean): Since | undefined {
  const { data } = useQuery({ ...sinceQuery(slug, kind), enabled: isWanted });
  const spans = data?.value?.data;
  return useMemo(() => spans && { version: `${versions++}`, of: sinceBySpan(spans) }, [spans]);
}

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
