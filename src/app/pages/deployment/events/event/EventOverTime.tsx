import type { ReactNode } from 'react';
import { OverTime } from '#app/charts/over-time/OverTime.tsx';
import {
  isTrendBegin,
  resolutionInWords,
  useShownTime,
  useValueScale,
  zoomIn,
} from '#app/charts/over-time/shown-time.ts';
import { TimeControls } from '#app/charts/over-time/TimeControls.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { useRecord } from '#app/components/history/use-record.ts';
import { type KeyHint, KeyHints } from '#app/components/keys/KeyHints.tsx';
import { clockOf } from '#app/components/strips/ChangeWindow.tsx';
import type { VolumeReading } from '#app/observe/session/session-log.ts';
import { useStrips } from '#app/queries/history/history.ts';
import { useEventChanges } from '#app/queries/history/subjects.ts';
import type { Source } from '#app/queries/source.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { usePhone } from '#app/ui/use-phone.ts';
import type { Deployment } from '#contract/host.ts';
import type { EventType } from '#contract/resources.ts';
import { fallsOf, seenOf } from '#domain/history/series/series-lines.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatDay, formatTime } from '#domain/text/format.ts';
import { formatCount } from '#domain/text/format-figures.ts';
import { AwaitedHistory } from '../AwaitedHistory.tsx';
import { sourceColour, sourceOrder } from '../source-colours.ts';
import { TrendBegins } from '../TrendBegins.tsx';
import { ChangedComponents } from './ChangedComponents.tsx';
import { CountedIntervals, Falls } from './Falls.tsx';
import { listingChangesInWords } from './listing-changes.ts';
import { OthersOfSource } from './OthersOfSource.tsx';
import { PastFigures } from './PastFigures.tsx';
import { useEventPast } from './use-event-past.ts';

const hints: readonly KeyHint[] = [
  { keys: ['←', '→'], does: 'point' },
  { keys: ['Shift'], does: 'brush' },
  { keys: ['t'], does: 'table' },
];

/**
 * Shows one event type over time: its reported count, the falls (decreases) of the count, and the intervals
 * between falls.
 */
export default function EventOverTime({
  deployment,
  source,
  listing,
  event,
  id,
  readings,
  record,
  waiting,
}: {
  readonly deployment: Deployment;
  readonly source: Source<Listing<EventType>>;
  readonly listing: Listing<EventType>;
  readonly event: EventType;
  readonly id: string;
  readonly readings: readonly VolumeReading[];
  readonly record: ReactNode;
  readonly waiting: ReactNode;
}) {
  const { slug } = deployment;
  const { state } = useRecord(slug);
  const time = useShownTime();
  const past = useEventPast(slug, source.path, id, time);
  const changes = useEventChanges(slug, id, past.long.requested, past.long.isThere).value;
  const strips = useStrips(slug, 'component', past.shown.requested, past.shown.isThere);
  const [scale] = useValueScale();
  const height = usePhone() ? 200 : 228;
  const answer = past.shown.series[0];
  const { isOfSession, name, isThere, failed } = past.shown;
  const order = sourceOrder(readings, []);
  // Chart and axis appear together, so that nothing shifts.
  const areStripsAwaited = isThere && strips.value === null && strips.failure === null;
  const isPastAwaited = past.falls === null && past.long.failed === null;
  if (isPastAwaited || areStripsAwaited) return waiting;
  const shownFalls = answer ? fallsOf(answer.data, seenOf(past.shown.coverage ?? [], source.path)) : null;
  const last = past.seen.at(-1);
  const begun = answer && formatTime(Date.parse(answer.from));
  const note = answer && (isOfSession ? `since this page opened, ${begun}` : resolutionInWords(answer));
  return (
    <>
      <PastFigures
        {...{ source, listing, event, past, shownFalls, slug }}
        since={state?.since == null ? null : Date.parse(state.since)}
      />
      <Panel
        title="Reported count"
        note={note && <span className="max-md:hidden">{note}; nothing drawn across a gap or a fall</span>}
        aside={<TimeControls shown={isOfSession ? null : time} />}
        sources={[source]}
        className="mt-4"
      >
        {answer && isTrendBegin([answer], past.shown.hasAll) ? (
          <TrendBegins height={height + 92} />
        ) : answer && past.shown.coverage ? (
          <OverTime
            caption={`Reported count of ${event.name ?? id} over ${name}, UTC, ${note}`}
            series={[
              {
                key: id,
                name: event.name ?? id,
                colour: sourceColour(order, event.source),
                // The count of a row is exact, even in a truncated list.
                points: answer.data.map((point) => ({ ...point, claim: point.claim && 'exact' })),
              },
            ]}
            window={{ from: Date.parse(answer.from), to: Date.parse(answer.to) }}
            coverage={past.shown.coverage}
            endpoint={source.path}
            isLog={scale === 'log'}
            height={height}
            format={formatCount}
            isLabelledLeft
            below={
              strips.value && (
                <ChangedComponents
                  deployment={deployment}
                  answer={strips.value}
                  coverage={past.shown.coverage}
                />
              )
            }
            {...(!isOfSession && zoomIn(time))}
          />
        ) : (
          <AwaitedHistory failed={failed} height={height + 92} />
        )}
      </Panel>
      <div className="mt-5 grid items-start gap-x-10 gap-y-7 lg:grid-cols-3">
        <Falls {...{ past, shownFalls }} />
        <CountedIntervals past={past} />
        <OthersOfSource {...{ slug, source, listing, event, order, isOfSession }} shown={time} />
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line pt-2">
        <p className="caption text-text-2">
          {state?.since != null && (
            <>
              Recorded since{' '}
              <b className="font-[580] text-text">{formatDay(Date.parse(state.since), hostNow())}</b>.{' '}
            </>
          )}
          {past.long.why !== null &&
            isOfSession &&
            `${past.long.why} What is shown was read since this page opened. `}
          {last && `Last poll ${clockOf(last.to)}. `}
          {changes && listingChangesInWords(changes.data, hostNow())}
        </p>
        <KeyHints hints={hints} className="no-print caption flex gap-3 max-md:hidden" />
      </div>
      <div className="mt-6 max-w-4xl">{record}</div>
    </>
  );
}
