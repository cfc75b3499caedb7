import { Link } from 'react-router';
import { Figure } from '#app/charts/Figure.tsx';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { Sparkline } from '#app/components/strips/Sparkline.tsx';
import type { VolumeReading } from '#app/observe/session/session-log.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { moveAlong } from '#app/ui/move-along.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import { paths } from '#app/url/paths.ts';
import type { EventType } from '#contract/resources.ts';
import { sent } from '#domain/sentences/clause.ts';
import { formatClock, formatExact, formatTime } from '#domain/text/format.ts';
import { formatChange, formatCount } from '#domain/text/format-figures.ts';
import { SourceMark } from './SourceMark.tsx';
import type { EventPanelProps } from './shared.ts';
import { TrendBegins } from './volumes/TrendBegins.tsx';
import { type Scale, type TypeLine, typeLines } from './volumes/type-lines.ts';
import { changeSince, leastOfLine, onlyFell, sourceColour } from './volumes/volumes.ts';

const shown = 12;
/** Milliseconds; a missing reading extends the gap in these steps. */
const step = 10_000;

const scales = [
  { value: 'added', label: 'Added' },
  { value: 'own', label: 'Own scale' },
  { value: 'same', label: 'Same scale' },
] as const;

const scaleInWords: Record<Scale, string> = {
  added: 'what was added, each on its own scale',
  own: 'as reported, each from zero to its own maximum',
  same: 'as reported, all from zero to the largest',
};

/** The largest types as small multiples, if there are enough readings for a line. */
export default function LargestTypes({ list, readings, order }: EventPanelProps) {
  const { deployment, source, listing } = list;
  const now = useTimed((time) => Math.floor(time / step) * step);
  const rows = useListingResult(listing, 'largest', async (list) => {
    const sorted = await list.rows({ sort: [{ field: 'count', descending: true }] });
    return sorted.slice(0, shown);
  });
  const counters = (rows ?? []).map(
    ({ id }) =>
      (reading: VolumeReading) =>
        id === null ? null : (reading.byType.get(id) ?? null),
  );
  const isFalling = onlyFell(readings, counters, 'type');
  const [scale, setScale] = useChoice<Scale>('scale', choices.scale, isFalling ? 'own' : 'added');
  const [first] = readings;
  if (!rows || !first) return <div style={{ height: 192 }} />;
  if (readings.length < leastOfLine)
    return (
      <Panel title="Largest types" sources={[source]} className="mt-7">
        <TrendBegins readings={readings} height={120} />
      </Panel>
    );
  const lines = typeLines(rows, readings, scale, now);
  if (lines.length === 0) return null;
  return (
    <Panel
      title={lines.length < shown ? 'Every type' : 'Largest types'}
      note={`since ${formatTime(first.at)}, ${scaleInWords[scale]}`}
      aside={<Segmented label="Scale" value={scale} options={scales} onChange={setScale} />}
      sources={[source]}
      className="mt-7"
    >
      <Figure
        caption={`Volume of the largest event types over ${formatExact(readings.length)} responses`}
        heads={['Event type', `At ${formatClock(first.at)}`, 'Last read', 'Change']}
        figures={lines.map(({ row }) => [
          row.name === null ? 'not provided' : sent(row.name),
          formatExact(first.byType.get(row.id ?? '') ?? null),
          formatExact(row.count),
          formatChange(changeSince(readings, row.id)),
        ])}
      >
        <ul
          aria-label="Largest event types"
          onKeyDown={moveAlong}
          className="m-0 grid list-none grid-cols-2 gap-x-7 gap-y-3 p-0 pt-2 md:grid-cols-3 lg:grid-cols-6"
        >
          {lines.map((line, index) => (
            <Multiple
              key={line.row.id}
              line={line}
              isEntry={index === 0}
              scale={scale}
              change={changeSince(readings, line.row.id)}
              order={order}
              slug={deployment.slug}
            />
          ))}
        </ul>
      </Figure>
    </Panel>
  );
}

function Multiple({
  line,
  isEntry,
  scale,
  change,
  order,
  slug,
}: {
  readonly line: TypeLine<EventType>;
  readonly isEntry: boolean;
  readonly scale: Scale;
  readonly change: ReturnType<typeof changeSince>;
  readonly order: readonly string[];
  readonly slug: string;
}) {
  const { row, runs, gaps, span, high } = line;
  return (
    <li className="min-w-0">
      <Link
        to={paths.event(slug, row.id ?? '')}
        tabIndex={isEntry ? 0 : -1}
        className="link flex min-h-6 items-baseline gap-2 font-[580]"
      >
        <SourceMark source={row.source} order={order} />
        <span className="truncate">
          <FieldText record={row} field="name" value={row.name} form={{ kind: 'event-name' }} />
        </span>
      </Link>
      <div className="drains mb-1 flex justify-between gap-2">
        <b className="font-[580]">{formatCount(row.count)}</b>
        <span className="text-text-2">
          {scale === 'added' ? formatChange(change) : `max ${formatCount(high)}`}
        </span>
      </div>
      <Sparkline
        runs={runs}
        gaps={gaps}
        span={span}
        high={high}
        colour={sourceColour(order, row.source)}
        pixels={96}
      />
    </li>
  );
}
