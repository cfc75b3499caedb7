import type { ShownTime } from '#app/charts/over-time/shown-time.ts';
import { type Recorded, useRecorded } from '#app/charts/over-time/use-recorded.ts';
import { keepsHistory } from '#app/delivered/config.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { volumeCoverage, volumeSeries } from '#app/observe/session/volume-series.ts';
import { now, onHostClock, useTimed } from '#app/ui/time/clock.ts';
import { formatDuration } from '#domain/text/format.ts';

/** Milliseconds; the window of a session grows in these steps. */
const step = 10_000;

export interface EventSeries extends Recorded {
  /** Whether this session read them, because the host does not record them. */
  readonly isOfSession: boolean;
  /** Length of the shown time, such as "7 d" or "12 min". */
  readonly name: string;
}

/**
 * Series of event volumes and their coverage: from the history record, or since the page opened if the host does
 * not record them.
 * @param names - `events/:id` or `events-by-source/:source`.
 */
export function useEventSeries(
  slug: string,
  endpoint: string,
  names: readonly string[],
  { requested, name }: Pick<ShownTime, 'requested' | 'name'>,
): EventSeries {
  const recorded = useRecorded(slug, endpoint, names, requested);
  const { volumes } = useSession(slug);
  const last = volumes.at(-1);
  // While the newest reading is valid, the shown time ends with it.
  const end = useTimed((time) => (last && time <= last.until ? last.at : Math.ceil(time / step) * step));
  const isUnknown = keepsHistory && recorded.isAwaited;
  const isOfSession = recorded.isMissing || (!recorded.isThere && !isUnknown);
  if (!isOfSession) return { ...recorded, isOfSession, name };
  const begin = Math.min(volumes[0]?.at ?? end, end - step);
  const window = { from: begin, to: end };
  return {
    ...recorded,
    series: names.map((each) => volumeSeries(volumes, each, window)),
    isMissing: false,
    coverage: volumeCoverage(volumes, endpoint, now()),
    requested: { from: onHostClock(begin), to: onHostClock(end), points: volumes.length },
    isOfSession,
    name: formatDuration(end - begin),
  };
}
