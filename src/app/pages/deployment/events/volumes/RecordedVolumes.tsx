import { ComponentMarks } from '#app/charts/over-time/ComponentMarks.tsx';
import { OverTime } from '#app/charts/over-time/OverTime.tsx';
import { resolutionInWords, type ShownTime, useValueScale } from '#app/charts/over-time/shown-time.ts';
import { TimeControls } from '#app/charts/over-time/TimeControls.tsx';
import type { Recorded } from '#app/charts/over-time/use-recorded.ts';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { usePhone } from '#app/ui/use-phone.ts';
import { nothingListed } from '#domain/lists/claim.ts';
import { formatCount } from '#domain/text/format-figures.ts';
import { FallenTypes } from '../FallenTypes.tsx';
import type { EventPanelProps } from '../shared.ts';
import { sourceColour } from './volumes.ts';

export function RecordedVolumes({
  list: { deployment, source, listing },
  order,
  sources,
  recorded,
  shown,
}: Pick<EventPanelProps, 'list' | 'order'> & {
  /** From the bottom of the stack up. */
  readonly sources: readonly string[];
  readonly recorded: Recorded;
  readonly shown: ShownTime;
}) {
  const [scale] = useValueScale();
  const phone = usePhone();
  const height = phone ? 200 : 214;
  const isLog = scale === 'log';
  const series = sources.flatMap((name, place) => {
    const answer = recorded.series[place];
    return answer ? [{ key: name, name, colour: sourceColour(order, name), answer, points: answer.data }] : [];
  });
  const answer = series[0]?.answer;
  const isRead = answer !== undefined && recorded.coverage !== null;
  const note = answer && `${isLog ? 'each by itself' : 'stacked'}, ${resolutionInWords(answer)}`;
  return (
    <Panel
      title="Reported volume by source"
      // Also in the caption, because on a phone the title keeps its height.
      note={note && <span className="max-md:hidden">{note}</span>}
      aside={<TimeControls shown={shown} />}
      sources={[source]}
      className="[--room:22rem] max-md:[--room:28rem]"
    >
      {listing?.count === 0 ? (
        <EmptyState>{nothingListed('event types', listing.claim)} So there is no volume to show.</EmptyState>
      ) : isRead ? (
        <>
          <OverTime
            caption={`Reported volume by source over ${shown.name}, UTC, ${note}; nothing drawn across a gap or a fall`}
            series={series}
            window={{ from: Date.parse(answer.from), to: Date.parse(answer.to) }}
            coverage={recorded.coverage}
            endpoint={source.path}
            isLog={isLog}
            height={height}
            format={formatCount}
            below={<ComponentMarks deployment={deployment} window={recorded.asked} />}
            onZoom={shown.zoom}
            {...(shown.back && { onBack: shown.back })}
          />
          <FallenTypes
            slug={deployment.slug}
            listing={listing}
            sources={sources}
            recorded={recorded}
            isFolded={phone}
          />
        </>
      ) : (
        <p className="caption py-4 text-text-2" style={{ height: height + (phone ? 236 : 168) }}>
          Loading the history.
        </p>
      )}
    </Panel>
  );
}
