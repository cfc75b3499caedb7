import { useRecord } from '#app/components/history/use-record.ts';
import { type HistoryFailure, useCoverage } from '#app/queries/history/history.ts';
import { useSeries } from '#app/queries/history/series.ts';
import type { CoverageEntry, HistoryState, ShownSeries } from '#contract/history.ts';
import { inHours, type RequestedWindow } from '#domain/history/series/series-windows.ts';

export interface Recorded {
  /** In the order of `names`; `null` if not recorded or not read yet. */
  readonly series: readonly (ShownSeries | null)[];
  /** Whether all requests failed without an earlier response. */
  readonly isMissing: boolean;
  readonly coverage: readonly CoverageEntry[] | null;
  /** The requested times; for hourly series rounded to whole hours. */
  readonly requested: RequestedWindow;
  /** Whether the endpoint is recorded. */
  readonly isThere: boolean;
  /** Whether that is still unknown. */
  readonly isAwaited: boolean;
  /** Why it is not recorded, as a sentence; `null` if it is, or if that is unknown. */
  readonly why: string | null;
}

/** Why a list is not recorded, as a sentence; `null` if unknown. */
export function whyNotRecorded(state: HistoryState | null, failure: HistoryFailure | null): string | null {
  if (state?.observe === 'off') return 'This deployment is not observed (observe: off), so it has no history.';
  if (state?.observe === 'status') return 'Only the status of this deployment is observed (observe: status).';
  if (state?.reason === 'locked') return 'Another host records the history.';
  if (state?.since === null) return 'This deployment has no history yet.';
  if (state) return 'Its list is not recorded.';
  return failure && failure.kind !== 'no-host' ? `The history cannot be read: ${failure.why}.` : null;
}

/**
 * Series of an endpoint with its coverage.
 * @param endpoint - documented path.
 */
export function useRecorded(
  slug: string,
  endpoint: string,
  names: readonly string[],
  asked: RequestedWindow,
): Recorded {
  const { state, failure, isThere: isRecorded } = useRecord(slug);
  const isThere = isRecorded && state?.observe === 'all' && state.endpoints.includes(endpoint);
  const reads = useSeries(slug, names, asked, isThere);
  // Hourly series have no points between hours.
  const hours = inHours(asked);
  const isByHour = hours.points < asked.points && reads.some(({ value }) => value?.resolution === 'hour');
  const hourly = useSeries(slug, names, hours, isThere && isByHour);
  const { value: coverage } = useCoverage(slug, isByHour ? hours : asked, isThere && names.length > 0);
  return {
    series: (isByHour ? hourly : reads).map(({ value }) => value),
    isMissing: reads.length > 0 && reads.every(({ value, failure }) => value === null && failure !== null),
    coverage: coverage?.data ?? null,
    requested: isByHour ? hours : asked,
    isThere,
    isAwaited: state === null && failure === null,
    why: isThere ? null : whyNotRecorded(state, failure),
  };
}
