import { FigurePlace } from '#app/charts/PlotPlace.tsx';
import type { VolumeReading } from '#app/observe/session/session-log.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { usePhone } from '#app/ui/use-phone.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { EventType } from '#contract/resources.ts';
import { type VolumeAreaProps, volumeViews } from '../shared.ts';
import { TrendBegins } from '../volumes/TrendBegins.tsx';
import { leastOfLine, onlyFell, sourceColour, sourceOrder } from '../volumes/volumes.ts';

const VolumeArea = lazyPart<VolumeAreaProps>(() => import('../volumes/VolumeArea.tsx'), FigurePlace);

const height = 280;
/** Height while there is no line, pixels. */
const low = 96;

export default function Trend({
  event,
  readings,
}: {
  readonly event: EventType;
  readonly readings: readonly VolumeReading[];
}) {
  const { id, name } = event;
  const valueOf = (reading: VolumeReading) => (id === null ? null : (reading.byType.get(id) ?? null));
  const isFalling = onlyFell(readings, [valueOf], 'type');
  const [view, setView] = useChoice('volume', choices.volume, isFalling ? 'reported' : 'added');
  const readingsOfType = id === null ? [] : readings.filter(({ byType }) => byType.has(id));
  const phone = usePhone();
  // On a desktop the record is beside it, so nothing shifts when the line appears. On a phone it is below.
  if (readingsOfType.length < leastOfLine)
    return <TrendBegins readings={readingsOfType} height={phone ? height : low} />;
  return (
    <div className="pt-2">
      <Segmented label="What the chart shows" value={view} options={volumeViews} onChange={setView} />
      <VolumeArea
        caption="Volume"
        readings={readings}
        series={[
          {
            key: 'type',
            name: name ?? 'not provided',
            colour: sourceColour(sourceOrder(readings, []), event.source),
            valueOf,
          },
        ]}
        unit="type"
        added={view === 'added'}
        height={height}
      />
    </div>
  );
}
