import { useNavigate } from 'react-router';
import { Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, useChartWidth, XAxis, YAxis } from 'recharts';
import { axisWidth, cursorRule, footAxis, grid, plotMargin, still, valueAxis } from '#app/charts/axis.ts';
import { CutAbove, CutBelow, PlainBar } from '#app/charts/bars.tsx';
import { noBox, Plot, Readout } from '#app/charts/Plot.tsx';
import { paths } from '#app/url/paths.ts';
import { type Zone, zoneLabel } from '#domain/regions/zones.ts';
import { axisSteps } from '../steps.ts';
import { seriesText, type ZoneSeries } from './zone-series.ts';

/**
 * Text style of zone names on the axis. The names are text of the deployment, so they are marked verbatim.
 */
const nameTick = { fontSize: 12, fill: 'var(--text-2)', 'data-verbatim': '' };

interface Point {
  readonly label: string;
  readonly zone: Zone;
  readonly up: number;
  readonly down: number;
  readonly readout: string;
}

/**
 * Bar chart of zones with one series upwards and, in another unit, one downwards. A bar links to the regions
 * of its zone.
 */
export default function ZoneBars({
  zones,
  up,
  down,
  height,
  label,
  slug,
}: {
  readonly zones: readonly Zone[];
  readonly up: ZoneSeries;
  readonly down: ZoneSeries | undefined;
  readonly height: number;
  readonly label: string;
  readonly slug: string;
}) {
  const navigate = useNavigate();
  const points = zones.map(
    (zone): Point => ({
      label: zoneLabel(zone),
      zone,
      up: Number(zone[up.key] ?? 0),
      down: down ? Number(zone[down.key] ?? 0) : 0,
      readout: `${zoneLabel(zone)}: ${[up, ...(down ? [down] : [])]
        .map((series) => `${seriesText(series, zone)} ${series.name}`)
        .join(', ')}`,
    }),
  );
  const upSteps = axisSteps(Math.max(0, ...points.map((point) => point.up)));
  const downSteps = axisSteps(Math.max(0, ...points.map((point) => point.down)));
  const upEnd = Math.max(1, ...upSteps);
  const downEnd = Math.max(1, ...downSteps);
  const bar = (series: ZoneSeries, side: 'up' | 'down', fill: string) => (
    <Bar
      {...still}
      key={side}
      yAxisId={side}
      // One stack puts both bars at the same x. They have separate axes, so their values are not added.
      stackId="zone"
      dataKey={side}
      fill={fill}
      className="cursor-pointer"
      shape={series.claim.kind !== 'at-least' ? PlainBar : side === 'up' ? CutAbove : CutBelow}
      onClick={(_bar, index) => {
        const zone = zones[index];
        if (zone) void navigate(paths.regions(slug, { zone: zone.name }));
      }}
    />
  );
  return (
    <Plot height={height} label={label}>
      <BarChart accessibilityLayer data={points} margin={plotMargin} barCategoryGap="30%" maxBarSize={48}>
        <CartesianGrid {...grid} yAxisId="up" />
        <ZoneAxis names={points.map((point) => point.label)} />
        <YAxis
          {...valueAxis}
          yAxisId="up"
          width={axisWidth(upSteps.map(up.onAxis))}
          domain={[down ? -upEnd : 0, upEnd]}
          ticks={upSteps}
          tickFormatter={up.onAxis}
        />
        <YAxis
          {...valueAxis}
          yAxisId="down"
          hide={!down}
          reversed
          orientation="right"
          width={axisWidth(downSteps.map((value) => down?.onAxis(value) ?? ''))}
          domain={[-downEnd, downEnd]}
          ticks={downSteps}
          tickFormatter={(value: number) => down?.onAxis(value) ?? ''}
        />
        <ReferenceLine yAxisId="up" y={0} stroke="var(--line-strong)" />
        <Tooltip content={noBox} cursor={cursorRule} />
        <Readout points={points} read={(point) => point.readout} />
        {bar(up, 'up', 'var(--data)')}
        {down && bar(down, 'down', 'var(--data-2)')}
      </BarChart>
    </Plot>
  );
}

/** Pixels assumed per letter of a zone name, including the gap between names. */
const letterWidth = 6.6;
const longestName = 20;

function cut(name: string): string {
  const letters = Array.from(name);
  return letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : name;
}

/** Axis with the zone names below the bars. The names are vertical if they would overlap. */
function ZoneAxis({ names }: { readonly names: readonly string[] }) {
  const width = useChartWidth() ?? 0;
  const longest = Math.max(0, ...names.map((name) => cut(name).length));
  const upright = width / names.length < letterWidth * longest;
  return (
    <XAxis
      {...footAxis}
      dataKey="label"
      interval={0}
      tickLine={false}
      axisLine={false}
      tick={nameTick}
      tickFormatter={cut}
      {...(upright ? { angle: -90, textAnchor: 'end', dy: -4, height: letterWidth * longest + 8 } : {})}
    />
  );
}
