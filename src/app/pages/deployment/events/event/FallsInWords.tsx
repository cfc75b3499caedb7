import { useShownTime } from '#app/charts/over-time/shown-time.ts';
import { isNeverLower } from '#domain/history/series/count-past.ts';
import { fallsOf, seenOf } from '#domain/history/series/series-lines.ts';
import { formatExact } from '#domain/text/format.ts';
import { useEventSeries, useLongSeries } from '../use-event-series.ts';

function timesOf(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${formatExact(count)} times`;
}

/**
 * States how often the count fell, such as "It fell twice in 7 d; a fall is a new period or a reset; the
 * service doesn’t say which."
 */
export default function FallsInWords({
  slug,
  endpoint,
  id,
}: {
  readonly slug: string;
  readonly endpoint: string;
  readonly id: string;
}) {
  const shown = useShownTime();
  const { isOfSession } = useLongSeries(slug, endpoint, id);
  const { series, coverage, name } = useEventSeries(slug, endpoint, [`events/${id}`], shown, isOfSession);
  const [answer] = series;
  const isGrowing = answer ? isNeverLower(answer.data) : null;
  if (!answer || !coverage || isGrowing === null) return null;
  const count = fallsOf(answer.data, seenOf(coverage, endpoint)).reduce((sum, fall) => sum + fall.count, 0);
  if (count === 0) return isGrowing && ` No fall was seen in ${name}.`;
  return ` It fell ${timesOf(count)} in ${name}; a fall is a new period or a reset; the service doesn’t say which.`;
}
