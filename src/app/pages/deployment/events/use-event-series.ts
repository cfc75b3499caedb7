import { type ShownTime, useRequestedWindow } from '#app/charts/over-time/shown-time.ts';
import { type Recorded, useRecorded } from '#app/charts/over-time/use-recorded.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { volumeCoverage, volumeSeries } from '#app/observe/session/volume-series.ts';
import { now, onHostClock, useTimed } from '#app/ui/time/clock.ts';
import { usualNames } from '#domain/history/windows.ts';
import { formatDuration } from '#domain/text/format.ts';

/** Milliseconds by which the window of a session grows at a time. */
const step = 10_000;

export interface EventSeries extends Recorded {
  /** Whether the series is from polls of this session, because the host does not record volumes. */
  readonly isOfSession: boolean;
  /** Length of the shown time as text, such as "7 d" or "12 min". */
  readonly name: string;
}

/** The session replaces a record that does not exist, never one that cannot be read. */
export function isSessionShown({ source, isUnknown }: Pick<Recorded, 'source' | 'isUnknown'>): boolean {
  return source === 'session' || (source === 'host' && isUnknown);
}

/**
 * Series of event volumes and their coverage: from the history record, or since the page opened if the host does
 * not record them.
 * @param names - `events/:id` or `events-by-source/:source`.
 * @param isChosen - whether the page shows the session. All series of a page have the same source; without this
 * parameter, these series choose it.
 */
export function useEventSeries(
  slug: string,
  endpoint: string,
  names: readonly string[],
  { requested, name }: Pick<ShownTime, 'requested' | 'name'>,
  isChosen?: boolean,
): EventSeries {
  const recorded = useRecorded(slug, endpoint, names, requested);
  const { volumes } = useSession(slug);
  const last = volumes.at(-1);
  // While the newest reading is valid, the shown time ends with it.
  const end = useTimed((time) => (last && time <= last.until ? last.at : Math.ceil(time / step) * step));
  const isOfSession = isChosen ?? isSessionShown(recorded);
  if (!isOfSession) return { ...recorded, isOfSession, name };
  const begin = Math.min(volumes[0]?.at ?? end, end - step);
  const window = { from: begin, to: end };
  return {
    ...recorded,
    isThere: false,
    why: recorded.why ?? recorded.failed,
    failed: null,
    hasAll: true,
    series: names.map((each) => volumeSeries(volumes, each, window)),
    coverage: volumeCoverage(volumes, endpoint, now()),
    requested: { from: onHostClock(begin), to: onHostClock(end), points: volumes.length },
    isOfSession,
    name: formatDuration(end - begin),
  };
}

/** One event type over ninety days or the session. It decides which of them its page shows. */
export function useLongSeries(slug: string, endpoint: string, id: string): EventSeries {
  return useEventSeries(slug, endpoint, [`events/${id}`], {
    requested: useRequestedWindow('90d'),
    name: usualNames['90d'],
  });
}
