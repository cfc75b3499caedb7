import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceArea,
  Tooltip,
  usePlotArea,
  useXAxisScale,
  XAxis,
  YAxis,
} from 'recharts';
import {
  formatChange,
  formatClock,
  formatCount,
  formatExact,
  formatTime,
  joinWords,
} from '../../../../domain/format.ts';
import { cursorRule, footAxis, grid, insideAxis, plotMargin, still } from '../../../charts/axis.ts';
import { Figure } from '../../../charts/Figure.tsx';
import { noBox, Plot, Readout } from '../../../charts/Plot.tsx';
import { useTimed } from '../../../clock.ts';
import { StatusGlyph } from '../../../components/StatusGlyph.tsx';
import type { VolumeReading } from '../../../session/record.ts';
import { usePhone } from '../../../ui/use-phone.ts';
import type { ChangeMark } from './change-marks.ts';
import { addedOf, linesOf, type Moment, timeTicks, type ValueOf } from './volumes.ts';

export interface Series {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly valueOf: ValueOf;
}

/** What a chart of volumes may show, the default first. */
export const volumeViews = [
  { value: 'added', label: 'Added' },
  { value: 'reported', label: 'As reported' },
] as const;

/** Silence is drawn by steps of this, milliseconds. */
const step = 10_000;

/** Volumes stacked over the readings since the page opened, from zero; gaps are hatched, a fallen counter is a break. */
export function VolumeArea({
  caption,
  readings,
  series,
  marks = [],
  added,
  height,
}: {
  readonly caption: string;
  readonly readings: readonly VolumeReading[];
  readonly series: readonly Series[];
  readonly marks?: readonly ChangeMark[];
  /** Whether to draw what was added since the first reading, in place of what was reported. */
  readonly added: boolean;
  readonly height: number;
}) {
  const now = useTimed((time) => Math.floor(time / step) * step);
  const lines = linesOf(
    readings,
    series.map(({ valueOf }) => valueOf),
    now,
  );
  const { gaps, falls } = lines;
  const moments = added ? addedOf(lines.moments) : lines.moments;
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
              {name} {added ? formatChange(values[index] ?? null) : formatExact(values[index] ?? null)}
            </span>
          ))}
    </>
  );
  return (
    <Figure
      caption={[caption, added ? 'added since the first reading, UTC' : 'as reported, UTC', fallsInWords(falls)]
        .filter((part) => part !== '')
        .join(', ')}
      heads={['Read at', ...series.map(({ name }) => name)]}
      figures={readings
        .map((reading) => [
          formatClock(reading.at),
          ...series.map(({ valueOf }) => formatExact(valueOf(reading))),
        ])
        .toReversed()}
    >
      <Plot height={height} label={caption}>
        <AreaChart data={[...moments]} margin={{ ...plotMargin, top: 22 }} accessibilityLayer>
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
            // Figures stand on a ground of their own: hatch never runs behind them.
            tick={{ ...insideAxis.tick, stroke: 'var(--bg)', strokeWidth: 3, paintOrder: 'stroke' }}
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
              activeDot={{ r: 3, stroke: 'none', fill: colour }}
              connectNulls={false}
            />
          ))}
          {gaps.map((gap) => (
            <ReferenceArea
              key={gap.from}
              x1={gap.from}
              x2={gap.to}
              fill="url(#hatch)"
              fillOpacity={1}
              stroke="none"
              ifOverflow="hidden"
            />
          ))}
          <Marks marks={marks.filter(({ at }) => at >= from && at <= to)} />
          <Readout points={moments} read={read} rest={last && read(last)} />
        </AreaChart>
      </Plot>
    </Figure>
  );
}

function fallsInWords(falls: readonly number[]): string {
  if (falls.length === 0) return '';
  const times = falls.slice(-3).map((at) => formatTime(at));
  return `a counter fell at ${joinWords(times)}, the line breaks there`;
}

/** Rules at the moments at which a component changed for the worse. */
function Marks({ marks }: { readonly marks: readonly ChangeMark[] }) {
  const plot = usePlotArea();
  const scale = useXAxisScale();
  if (!plot || !scale) return null;
  return marks.map(({ key, at, severity, label }, index) => {
    const x = scale(at);
    if (x === undefined) return null;
    const y = plot.y + 6 + index * 18;
    const before = x > plot.x + plot.width / 2;
    return (
      <g key={key} pointerEvents="none">
        <path
          d={`M${x} ${y + 8}V${plot.y + plot.height}`}
          stroke="var(--text-2)"
          strokeWidth="1.2"
          strokeDasharray="1.5 3"
        />
        <g transform={`translate(${x - 6} ${y - 6})`}>
          <StatusGlyph severity={severity} size={12} />
        </g>
        <text
          x={before ? x - 11 : x + 11}
          y={y + 4}
          textAnchor={before ? 'end' : 'start'}
          fontSize={12}
          fontWeight={560}
          fill="var(--text)"
          stroke="none"
        >
          {label}
        </text>
      </g>
    );
  });
}
