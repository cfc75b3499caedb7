/** Reads what a mark of a strip shows. */

import { useQueries, useQuery } from '@tanstack/react-query';
import { decodeChanges, decodeSpans } from '#contract/decode/history.ts';
import type { ChangeEntry, SpanEntry, Windowed } from '#contract/history.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { MarkOfStrip } from '#domain/history/strips/span-of-mark.ts';
import { type HistoryRead, historyQuery, named, nothing, searchOf } from './history.ts';
import { knownAt } from './subjects.ts';

/** Maximum number of changes that are requested. */
const mostChanges = 200;

export interface MarkRead {
  /** Spans in the mark: of its subject; of a deployment those of its components and regions too. */
  readonly spans: readonly SpanEntry[] | null;
  /** Whether there are more spans than the host sends at once. */
  readonly hasMore: boolean;
  readonly failure: HistoryRead<unknown>['failure'];
}

export function useSpansOfMark(slug: string, mark: MarkOfStrip): MarkRead {
  const moment = momentOf(slug);
  const decode = (body: unknown) => (moment === null ? decodeSpans(body) : knownAt(moment, decodeSpans(body)));
  const of =
    mark.kind === 'deployment'
      ? ['deployment', 'component', 'region'].map((kind) => `&kind=${kind}`)
      : [named(mark.kind, mark.key)];
  return useQueries({
    queries: of.map((kinds) =>
      historyQuery(
        slug,
        `spans of mark ${mark.from} ${mark.to} ${kinds}`,
        `/spans${searchOf(mark, kinds)}`,
        decode,
      ),
    ),
    combine: (results) => {
      const reads = results.map(({ data }) => data ?? nothing);
      const isRead = reads.every(({ value }) => value !== null);
      return {
        spans: isRead ? reads.flatMap(({ value }) => value?.data ?? []) : null,
        hasMore: reads.some(({ value }) => (value?.more ?? null) !== null),
        failure: reads.find(({ failure }) => failure !== null)?.failure ?? null,
      };
    },
  });
}

/** Reads the changes of all subjects in a window, newest first. */
export function useChangesWithin(slug: string, window: Window): HistoryRead<Windowed<ChangeEntry>> {
  const { from, to } = window;
  const address = `/changes${searchOf(window, `&limit=${mostChanges}`)}`;
  const { data } = useQuery(historyQuery(slug, `changes of mark ${from} ${to}`, address, decodeChanges));
  return data ?? nothing;
}
