import { useRecord } from '#app/components/history/use-record.ts';
import { type HistoryFailure, useCoverage } from '#app/queries/history/history.ts';
import { useSeries } from '#app/queries/history/series.ts';
import type { CoverageEntry, HistoryState, ShownSeries } from '#contract/history.ts';
import { whyNoHistory } from '#domain/history/past/why-no-history.ts';
import { hourlyWindow, type RequestedWindow } from '#domain/history/series/series-windows.ts';
import type { Window } from '#domain/history/spans/shares.ts';

export interface EndpointRecord {
  /** Whether the endpoint is recorded. */
  readonly isThere: boolean;
  /** Whose readings pages show. `session` only if the host does not record; `null` while that is unknown. */
  readonly source: 'host' | 'session' | null;
  /** Why it is not recorded, as a sentence; `null` if it is, or if that is unknown. */
  readonly why: string | null;
}

export interface Recorded extends EndpointRecord {
  /** In the order of `names`; `null` if not recorded or not read yet. */
  readonly series: readonly (ShownSeries | null)[];
  readonly coverage: readonly CoverageEntry[] | null;
  /** The requested window; for hourly series, rounded to whole hours. */
  readonly requested: RequestedWindow;
  /** Whether that window contains the complete history record. */
  readonly hasAll: boolean;
  /** Whether the host records none of the series. */
  readonly isUnknown: boolean;
  /** Why a part cannot be read at present, as a sentence; `null` if all is read or awaited. */
  readonly failed: string | null;
}

/** States why the list of an endpoint is not recorded, as a sentence; `null` if unknown. */
export function whyNotRecorded(state: HistoryState | null, failure: HistoryFailure | null): string | null {
  if (state?.observe === 'status') return 'Only the status of this deployment is observed (observe: status).';
  if (state) return whyNoHistory(state) ?? 'Its list is not recorded.';
  return failure && failure.kind !== 'no-host' ? unreadInWords(failure) : null;
}

function unreadInWords({ kind, why }: Pick<HistoryFailure, 'kind' | 'why'>): string {
  return kind === 'no-host' ? 'The host does not record this.' : `The history cannot be read: ${why}.`;
}

/** Whether a window contains the complete history record of a deployment. */
export function containsRecord(
  { from, to }: Window,
  { since, knownUntil }: Pick<HistoryState, 'since' | 'knownUntil'>,
): boolean {
  return since !== null && Date.parse(since) >= from && (knownUntil === null || Date.parse(knownUntil) <= to);
}

/** @param endpoint - documented path. */
export function useEndpointRecord(slug: string, endpoint: string): EndpointRecord {
  const { state, failure, isThere: isRecorded, source } = useRecord(slug);
  const isThere = isRecorded && state?.observe === 'all' && state.endpoints.includes(endpoint);
  return {
    isThere,
    // A failed request says nothing about what is recorded.
    source: isThere ? 'host' : state === null ? source : 'session',
    why: isThere ? null : whyNotRecorded(state, failure),
  };
}

/**
 * Reads series of an endpoint, and its coverage, from the history record.
 * @param endpoint - documented path.
 */
export function useRecorded(
  slug: string,
  endpoint: string,
  names: readonly string[],
  asked: RequestedWindow,
): Recorded {
  const { state } = useRecord(slug);
  const record = useEndpointRecord(slug, endpoint);
  const { isThere, source, why } = record;
  const reads = useSeries(slug, names, asked, isThere);
  // Hourly series have no points between hours, so the window is rounded to whole hours.
  const hours = hourlyWindow(asked);
  const isByHour = hours.points < asked.points && reads.some(({ value }) => value?.resolution === 'hour');
  const hourly = useSeries(slug, names, hours, isThere && isByHour);
  const shown = isByHour ? hourly : reads;
  const requested = isByHour ? hours : asked;
  const coverage = useCoverage(slug, requested, isThere && names.length > 0);
  const unread = [...shown, coverage].find(({ value, failure }) => value === null && failure !== null);
  return {
    ...record,
    series: shown.map(({ value }) => value),
    coverage: coverage.value?.data ?? null,
    requested,
    hasAll: state !== null && containsRecord(requested, state),
    isUnknown:
      reads.length > 0 && reads.every(({ value, failure }) => value === null && failure?.kind === 'no-host'),
    failed: source === null ? why : unread?.failure ? unreadInWords(unread.failure) : null,
  };
}
