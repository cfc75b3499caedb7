import { useShownTime } from '#app/charts/over-time/shown-time.ts';
import { useRecorded } from '#app/charts/over-time/use-recorded.ts';
import { fallsOf, seenOf } from '#domain/history/series/series-lines.ts';
import { formatExact } from '#domain/text/format.ts';

function timesOf(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${formatExact(count)} times`;
}

/** Such as "It fell twice in 7 d; a fall is a new period or a reset; the service doesn’t say which." */
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
  const { series, coverage } = useRecorded(slug, endpoint, [`events/${id}`], shown.asked);
  const points = series[0]?.data;
  if (!points || !coverage) return null;
  const count = fallsOf(points, seenOf(coverage, endpoint)).reduce((sum, fall) => sum + fall.count, 0);
  return count === 0
    ? ` It did not fall in ${shown.name}.`
    : ` It fell ${timesOf(count)} in ${shown.name}; a fall is a new period or a reset; the service doesn’t say which.`;
}
