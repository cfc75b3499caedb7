import { ComponentMarks } from '#app/charts/over-time/ComponentMarks.tsx';
import { OverTime } from '#app/charts/over-time/OverTime.tsx';
import {
  isTrendBegin,
  resolutionInWords,
  type ShownTime,
  useValueScale,
  zoomIn,
} from '#app/charts/over-time/shown-time.ts';
import { TimeControls } from '#app/charts/over-time/TimeControls.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { usePhone } from '#app/ui/use-phone.ts';
import { nothingListed } from '#domain/lists/claim.ts';
import { formatTime } from '#domain/text/format.ts';
import { formatCount } from '#domain/text/format-figures.ts';
import { AwaitedHistory } from '../AwaitedHistory.tsx';
import type { ChartSource } from '../chart-sources.ts';
import { FallenTypes } from '../FallenTypes.tsx';
import type { EventPanelProps } from '../shared.ts';
import { sourceColour } from '../source-colours.ts';
import { TrendBegins } from '../TrendBegins.tsx';
import type { EventSeries } from '../use-event-series.ts';

export function VolumesBySource({
  list: { deployment, source, listing },
  order,
  sources,
  leftOut,
  isAnySource,
  past,
  shown,
}: EventPanelProps & {
  readonly sources: readonly ChartSource[];
  readonly leftOut: string | null;
  /** Whether a listed type states its source. */
  readonly isAnySource: boolean;
  readonly past: EventSeries;
  readonly shown: ShownTime;
}) {
  const [scale] = useValueScale();
  const phone = usePhone();
  const height = phone ? 200 : 214;
  const isLog = scale === 'log';
  const series = sources.flatMap(({ source, name, series: key }, place) => {
    const answer = past.series[place];
    return answer ? [{ key, name, colour: sourceColour(order, source), answer, points: answer.data }] : [];
  });
  const isRead = series.length === sources.length || past.failed !== null;
  const answer = series[0]?.answer;
  const begun = answer && formatTime(Date.parse(answer.from));
  const since = !answer
    ? ''
    : past.isOfSession
      ? `since this page opened, ${begun}`
      : resolutionInWords(answer);
  const note = `${isLog ? 'each by itself' : 'stacked'}, ${since}`;
  const room = height + (phone ? 236 : 168);
  return (
    <Panel
      title="Reported volume by source"
      // The caption has the note too, because on a phone the title keeps its height.
      note={answer && <span className="max-md:hidden">{note}</span>}
      aside={<TimeControls shown={past.isOfSession ? null : shown} />}
      sources={[source]}
      className="[--room:22rem] max-md:[--room:28rem]"
    >
      {listing?.count === 0 ? (
        <EmptyState>{nothingListed('event types', listing.claim)} So there is no volume to show.</EmptyState>
      ) : !isAnySource ? (
        <EmptyState>No event type states its source, so there is no volume by source.</EmptyState>
      ) : !answer || !past.coverage || !isRead ? (
        <AwaitedHistory failed={past.failed} height={room} />
      ) : isTrendBegin(
          series.map((each) => each.answer),
          past.hasAll,
        ) ? (
        <TrendBegins height={room} />
      ) : (
        <>
          <OverTime
            caption={`Reported volume by source over ${past.name}, UTC, ${note}; nothing drawn across a gap or a fall`}
            series={series}
            window={{ from: Date.parse(answer.from), to: Date.parse(answer.to) }}
            coverage={past.coverage}
            endpoint={source.path}
            isLog={isLog}
            height={height}
            format={formatCount}
            below={
              <ComponentMarks {...{ deployment, isOfSession: past.isOfSession }} window={past.requested} />
            }
            {...(!past.isOfSession && zoomIn(shown))}
          />
          <FallenTypes
            slug={deployment.slug}
            listing={listing}
            sources={sources.map(({ name }) => name)}
            recorded={past}
            isFolded={phone}
          />
          {leftOut !== null && <p className="caption pt-1 text-text-2">{leftOut}</p>}
          {past.failed !== null && (
            <p className="caption pt-1 text-text-2">
              {series.length} of {sources.length} sources are shown. {past.failed} It is requested again.
            </p>
          )}
        </>
      )}
      {past.why !== null && past.isOfSession && (
        <p className="caption pt-2 text-text-2">{past.why} What is shown was read since this page opened.</p>
      )}
    </Panel>
  );
}
