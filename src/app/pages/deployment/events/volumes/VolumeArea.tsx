import {
  Area,
  AreaChart,
  CartesianGrid,
  type DotItemDotProps,
  ReferenceArea,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import {
  aboveLine,
  cursorRule,
  figureStyle,
  footAxis,
  grid,
  insideAxis,
  plotMargin,
  still,
} from '#app/charts/axis.ts';
import { Figure } from '#app/charts/Figure.tsx';
import { figureTick } from '#app/charts/figure-tick.tsx';
import { noBox, Plot, Readout } from '#app/charts/Plot.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useTimed } from '#app/ui/time/clock.ts';
import { usePhone } from '#app/ui/use-phone.ts';
import { sent } from '#domain/sentences/clause.ts';
import { formatClock, formatExact, formatTime, joinWords } from '#domain/text/format.ts';
import { formatChange, formatCount } from '#domain/text/format-figures.ts';
import type { VolumeAreaProps } from '../shared.ts';
import { ChangeMarks, ground } from './ChangeMarks.tsx';
import { addedOf, linesOf, type Moment, timeTicks, withoutPairs } from './volumes.ts';

const onGround = figureTick({ ...figureStyle, ...ground, shift: aboveLine });

/** Milliseconds; a missing reading extends the gap in these steps. */
const step = 10_000;

/** Stacked volumes since the page opened. Gaps are hatched; the area breaks at a fall. */
export default function VolumeArea({
  caption,
  readings,
  series,
  unit,
  marks = [],
  added,
  height,
}: VolumeAreaProps) {
  const now = useTimed((time) => Math.floor(time / step) * step);
  const lines = linesOf(
    readings,
    series.map(({ valueOf }) => valueOf),
    now,
    unit,
  );
  const { gaps, falls, others } = lines;
  const moments = drawnOf(withoutPairs(added ? addedOf(lines.moments) : lines.moments));
  const from = readings[0]?.at ?? now;
  const to = Math.max(readings.at(-1)?.at ?? now, ...gaps.map((gap) => gap.to));
  const ticks = timeTicks({ from, to }, usePhone() ? 4 : 7);
  const short = ticks.some((tick) => tick % 60_000 !== 0);
  const last = moments.findLast(({ values }) => values !== null);
  const read = ({ at, values }: Moment) => (
    <>
      <b className="mr-2 font-[580] text-text">{formatClock(at)}</b>
      {values === null
        ? 'nothing to join'
        : series.map(({ key, name }, index) => (
            <span key={key} className="mr-3">
              <Verbatim>{name}</Verbatim>{' '}
              {added ? formatChange(values[index] ?? null) : formatExact(values[index] ?? null)}
            </span>
          ))}
    </>
  );
  return (
    <Figure
      caption={[
        caption,
        added ? 'added since the first response, UTC' : 'as reported, UTC',
        brokenBy('a counter fell', falls),
        brokenBy('other types were listed', others),
      ]
        .filter((part) => part !== '')
        .join(', ')}
      heads={['Read at', ...series.map(({ name }) => sent(name))]}
      figures={readings
        .map((reading) => [
          formatClock(reading.at),
          ...series.map(({ valueOf }) => formatExact(valueOf(reading))),
        ])
        .toReversed()}
    >
      <Plot height={height} label={caption}>
        <AreaChart data={moments} margin={{ ...plotMargin, top: 22 }} accessibilityLayer>
          <CartesianGrid {...grid} />
          <XAxis
            {...footAxis}
            dataKey="at"
            type="number"
            domain={[from, to]}
            ticks={[...ticks]}
            tickFormatter={(time: number) => (short ? formatClock(time) : formatTime(time))}
            allowDataOverflow
          />
          <YAxis
            {...insideAxis}
            orientation="left"
            domain={[0, 'auto']}
            tickCount={4}
            allowDecimals={false}
            tick={onGround}
            tickFormatter={(value: number) => (value === 0 ? '' : (added ? '+' : '') + formatCount(value))}
          />
          <Tooltip content={noBox} cursor={cursorRule} isAnimationActive={false} />
          {series.map(({ key, name, colour }, index) => (
            <Area
              key={key}
              {...still}
              name={name}
              dataKey={(moment: Moment) => moment.values?.[index] ?? null}
              stackId="volume"
              stroke={colour}
              strokeWidth={1.5}
              fill={colour}
              fillOpacity={0.3}
              dot={LoneDot}
              activeDot={{ r: 3, stroke: 'none', fill: colour }}
              connectNulls={false}
            />
          ))}
          {gaps.map((gap) => (
            <ReferenceArea
              key={gap.from}
              x1={gap.from}
              x2={gap.to}
              fill="url(#hatch-chart)"
              fillOpacity={1}
              stroke="none"
              ifOverflow="hidden"
            />
          ))}
          <ChangeMarks marks={marks.filter(({ at }) => at >= from && at <= to)} />
          <Readout points={moments} read={read} rest={last && read(last)} />
        </AreaChart>
      </Plot>
    </Figure>
  );
}

interface Drawn extends Moment {
  /** Whether no neighbour exists to which it could be joined. */
  readonly isAlone: boolean;
}

function drawnOf(moments: readonly Moment[]): Drawn[] {
  return moments.map((moment, index) => ({
    ...moment,
    isAlone: !moments[index - 1]?.values && !moments[index + 1]?.values,
  }));
}

/** A dot for a reading without a line. */
function LoneDot({ cx, cy, payload, stroke = 'none' }: DotItemDotProps) {
  // The data of this chart comes from drawnOf.
  const { isAlone } = payload as Drawn;
  return isAlone && cy !== undefined ? <circle cx={cx} cy={cy} r={2} fill={stroke} stroke="none" /> : <g />;
}

function brokenBy(event: string, moments: readonly number[]): string {
  if (moments.length === 0) return '';
  const times = moments.slice(-3).map((at) => formatTime(at));
  return `${event} at ${joinWords(times)}, the line breaks there`;
}
