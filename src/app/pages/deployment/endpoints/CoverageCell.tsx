import { useWindow } from '#app/components/history/range.ts';
import { useRecord } from '#app/components/history/use-record.ts';
import { Drawn } from '#app/components/timeline/Drawn.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useCoverage } from '#app/queries/history/history.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import { endpointCoverage } from '#domain/history/coverage/endpoint-coverage.ts';
import { causeInWords, formatHundredths, formatMoment, gapsIn } from '#domain/history/strips/recorded-strip.ts';
import { seenOf } from '#domain/history/timeline.ts';
import { formatDuration } from '#domain/text/format.ts';

/** Maximum number of gaps in the text. The longest gaps are stated. */
const mostGaps = 3;

/**
 * Shows the coverage of an endpoint in the last 24 h by the history record: share of time, start of the
 * present state, cause of a gap.
 */
export default function CoverageCell({ path }: { readonly path: EndpointPath }) {
  const { slug } = useDeployment();
  const window = useWindow('24h');
  const { isThere, isAnswered, failure } = useRecord(slug);
  const { value } = useCoverage(slug, window, isThere);
  const time = hostNow();
  if (!value) return <Words>{isThere || !(isAnswered || failure) ? '' : 'no record'}</Words>;
  const coverage = endpointCoverage(value.data, path, window, time);
  if (coverage.kind === 'not-offered') return <Words>{''}</Words>;
  if (coverage.kind === 'not-recorded') return <Words>not recorded</Words>;
  const share = formatHundredths(coverage.share);
  const since =
    coverage.since === null
      ? ''
      : `, ${coverage.kind === 'seen' ? 'seen' : 'not seen'} since ${formatMoment(coverage.since, time)}`;
  const why = coverage.kind === 'blind' ? `: ${causeInWords(coverage)}` : '';
  const gaps = gapsIn(value.data, path, window, time)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, mostGaps)
    .map(
      (gap) =>
        `not observed ${formatDuration(gap.to - gap.from)} from ${formatMoment(gap.from, time)}, ${causeInWords(gap)}`,
    );
  const words = [`By the record ${share} of 24 h in sight${since}${why}`, ...gaps].join('; ');
  return (
    <div title={words}>
      <Drawn window={window} coverage={value.data} endpoint={path} height={8} label={words}>
        {(place) =>
          seenOf(value.data, path, window, time).intervals.map(({ from, to }) => (
            <rect
              key={from}
              x={place(from)}
              y={2}
              width={place(to) - place(from)}
              height={4}
              className="fill-line-strong"
            />
          ))
        }
      </Drawn>
      <p className="truncate text-[11px] leading-3 text-text-3">
        {share}
        {since || ' of 24 h in sight'}
        {why}
      </p>
    </div>
  );
}

/** Text in place of the coverage strip, with the height of a strip and its text. */
function Words({ children }: { readonly children: string }) {
  return <p className="h-5 truncate pt-2 text-[11px] leading-3 text-text-3">{children}</p>;
}
