import { hostNow } from '#app/ui/time/clock.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { formatHundredths } from '#domain/history/strips/recorded-strip.ts';
import { seenOf } from '#domain/history/timeline.ts';
import { Drawn } from './Drawn.tsx';
import { TimelineRow } from './Timeline.tsx';

/** Row of a timeline that shows the coverage of a list: plain while it was observed, hatched in gaps. */
export function CoverageOverTime({
  window,
  coverage,
  endpoint,
  of,
}: {
  readonly window: Window;
  readonly coverage: readonly CoverageEntry[];
  readonly endpoint: string;
  readonly of: string;
}) {
  const time = hostNow();
  const { intervals, share } = seenOf(coverage, endpoint, window, time);
  const observed = formatHundredths(share);
  return (
    <TimelineRow
      of="sight"
      height={26}
      name={
        <>
          <b className="font-semibold">Our sight</b> <span className="text-text-3">{of}</span>
        </>
      }
      observed={observed}
    >
      <Drawn
        window={window}
        coverage={coverage}
        endpoint={endpoint}
        height={18}
        label={`Our own sight of ${of}, ${observed} observed`}
      >
        {(place) =>
          intervals.map(({ from, to }) => (
            <rect
              key={from}
              x={place(from)}
              y={6}
              width={place(to) - place(from)}
              height={6}
              className="fill-line-strong"
            />
          ))
        }
      </Drawn>
    </TimelineRow>
  );
}
