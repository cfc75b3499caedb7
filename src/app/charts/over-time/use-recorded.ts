import { useRecord } from '#app/components/strips/record.ts';
import { type HistoryFailure, useSight } from '#app/queries/history.ts';
import { useSeries } from '#app/queries/history-series.ts';
import type { HistoryState, SeriesAnswer, SightEntry } from '#contract/history.ts';
import { type Asked, inHours } from '#domain/history/series-windows.ts';

export interface Recorded {
  /** By the place of its name; `null` where it is not recorded or not read yet. */
  readonly series: readonly (SeriesAnswer | null)[];
  /** Whether there is no answer for any of them, nor one to wait for. */
  readonly isMissing: boolean;
  readonly sight: readonly SightEntry[] | null;
  /** What was asked for: of what is told by the hour, whole hours. */
  readonly asked: Asked;
  /** Whether an endpoint is recorded at all. */
  readonly isThere: boolean;
  /** Whether nobody knows yet if it is. */
  readonly isAwaited: boolean;
  /** Why it is not, a sentence; `null` while it is or nobody knows. */
  readonly why: string | null;
}

/** Why a list is not recorded, a sentence; `null` while nobody knows. */
export function whyNotRecorded(state: HistoryState | null, failure: HistoryFailure | null): string | null {
  if (state?.observe === 'off')
    return 'This deployment is not observed (observe: off): nothing of it is recorded.';
  if (state?.observe === 'status') return 'Only the status of this deployment is observed (observe: status).';
  if (state?.reason === 'locked') return 'The record is kept by another host.';
  if (state?.since === null) return 'Nothing of this deployment is recorded yet.';
  if (state) return 'Its list is not recorded.';
  return failure && failure.kind !== 'no-host' ? `The record cannot be read: ${failure.why}.` : null;
}

/**
 * Numbers of an endpoint over time, with our sight of it.
 *
 * @param endpoint - path as documented.
 */
export function useRecorded(slug: string, endpoint: string, names: readonly string[], asked: Asked): Recorded {
  const { state, failure, isThere: isKept } = useRecord(slug);
  const isThere = isKept && state?.observe === 'all' && state.endpoints.includes(endpoint);
  const reads = useSeries(slug, names, asked, isThere);
  // Between hours there is nothing to show of what is told by the hour.
  const hours = inHours(asked);
  const isByHour = hours.points < asked.points && reads.some(({ value }) => value?.resolution === 'hour');
  const hourly = useSeries(slug, names, hours, isThere && isByHour);
  const { value: sight } = useSight(slug, isByHour ? hours : asked, isThere && names.length > 0);
  return {
    series: (isByHour ? hourly : reads).map(({ value }) => value),
    isMissing: reads.length > 0 && reads.every(({ value, failure }) => value === null && failure !== null),
    sight: sight?.data ?? null,
    asked: isByHour ? hours : asked,
    isThere,
    isAwaited: state === null && failure === null,
    why: isThere ? null : whyNotRecorded(state, failure),
  };
}
