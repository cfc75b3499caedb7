import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Bar, BarChart, type BarShapeProps, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { axisWidth, grid, still } from '#app/charts/axis.ts';
import { noBox, Plot, Readout } from '#app/charts/Plot.tsx';
import { type Placed, placeBars } from '#app/charts/place-bars.ts';
import { nameWidth } from '#app/charts/zone-name.ts';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { useWidth } from '#app/ui/use-width.ts';
import { paths } from '#app/url/paths.ts';
import { type Claim, claimOfSum } from '#domain/lists/claim.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatCapacity, formatCapacityShort, formatCount } from '#domain/text/format-figures.ts';
import { exceptionsText } from './exceptions.ts';
import { halfAndWhole, type RegionBar, type ZoneBars } from './region-bars.ts';
import { AxisFigures, CapacityMark, Names, NodesMark, nameHeight } from './region-marks.tsx';

/**
 * Heights in pixels of the parts of the plot from top to bottom: status marks, node bars, region codes,
 * capacity bars, hatched ends.
 */
const heights = { marks: 26, nodes: 104, codes: 48, capacity: 74, ends: 12 } as const;
const codesAt = heights.marks + heights.nodes + heights.codes / 2;
const zonesAt = Object.values(heights).reduce<number>((sum, height) => sum + height, 0);
const nameRow = { 1: nameHeight, 2: 2 * nameHeight } as const;

/** Bar of a region with its capacity as a double, because Recharts cannot draw a `bigint`. */
type Point = Placed<RegionBar> & { readonly capacity: number };

/** Chart with two bars per region, grouped by zone: nodes upwards, advertised capacity downwards. */
export default function RegionChart({
  zones,
  claim,
  slug,
}: {
  readonly zones: readonly ZoneBars[];
  readonly claim: Claim;
  readonly slug: string;
}) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const active = useRef<Placed<RegionBar> | null>(null);
  const bars = zones.flatMap(({ regions }) => regions);
  const [halfNodes, mostNodes] = halfAndWhole(bars.reduce((most, each) => Math.max(most, each.nodes), 0));
  const [halfCapacity, mostCapacity] = halfAndWhole(
    bars.reduce((most, each) => Math.max(most, Number(each.advertised.total)), 0),
  );
  const nodeFigures = [
    [halfNodes, formatExact(halfNodes)],
    [mostNodes, `${formatExact(mostNodes)} nodes`],
  ] as const;
  const capacityFigures = [
    [halfCapacity, formatCount(halfCapacity)],
    [mostCapacity, formatCapacityShort(mostCapacity)],
  ] as const;
  const left = axisWidth([...nodeFigures, ...capacityFigures].map(([, text]) => text));
  const plotWidth = Math.max(1, useWidth(box) - left);
  const placement = placeBars(zones, plotWidth, nameWidth);
  const points = placement.bars.map((each): Point => ({ ...each, capacity: Number(each.advertised.total) }));
  const plotHeight = zonesAt + nameRow[placement.rows];
  const openOnEnter = (event: KeyboardEvent) => {
    const bar = active.current;
    if (event.key === 'Enter' && bar !== null && !(event.target instanceof SVGAElement))
      void navigate(paths.nodes(slug, { region: bar.code }));
  };
  const markOf = (Mark: typeof NodesMark, shape: BarShapeProps) => {
    const point = points[shape.index];
    if (!point) return <path d="" />;
    return <Mark shape={shape} bar={point} slot={placement.slot} cut={claim.kind === 'at-least'} />;
  };
  const bar = (side: 'nodes' | 'capacity', Mark: typeof NodesMark) => (
    <Bar
      {...still}
      yAxisId={side}
      // One stack puts both bars at the same x. They have separate axes, so their values are not added.
      stackId="region"
      dataKey={side}
      shape={(shape: BarShapeProps) => markOf(Mark, shape)}
    />
  );
  return (
    <div ref={box} onKeyDown={openOnEnter}>
      <Plot height={plotHeight} label="Nodes and advertised capacity by region">
        <BarChart accessibilityLayer data={points} margin={{ top: 0, right: 0, bottom: 0, left }}>
          <CartesianGrid {...grid} syncWithTicks yAxisId="nodes" />
          <CartesianGrid {...grid} syncWithTicks yAxisId="capacity" />
          <XAxis hide type="number" dataKey="x" domain={[0, plotWidth]} />
          <YAxis
            hide
            yAxisId="nodes"
            domain={[0, mostNodes]}
            ticks={[halfNodes, mostNodes]}
            padding={{ top: heights.marks, bottom: plotHeight - heights.marks - heights.nodes }}
          />
          <YAxis
            hide
            reversed
            yAxisId="capacity"
            domain={[0, mostCapacity]}
            ticks={[halfCapacity, mostCapacity]}
            padding={{
              top: heights.marks + heights.nodes + heights.codes,
              bottom: plotHeight - zonesAt + heights.ends,
            }}
          />
          <AxisFigures axis="nodes" figures={nodeFigures} />
          <AxisFigures axis="capacity" figures={capacityFigures} />
          <Tooltip content={noBox} cursor={false} />
          {bar('nodes', NodesMark)}
          {bar('capacity', CapacityMark)}
          <Names
            placement={{ ...placement, bars: points }}
            slug={slug}
            codesAt={codesAt}
            zonesAt={zonesAt}
            onActive={(next) => {
              active.current = next;
            }}
          />
          <Readout points={points} read={(point) => reading(point, claim)} />
        </BarChart>
      </Plot>
    </div>
  );
}

/** Describes the selected region, such as "fra1 Frankfurt: 58 nodes, 2 degraded, 7,450 G advertised". */
function reading(bar: Placed<RegionBar>, claim: Claim): ReactNode {
  const exceptions = exceptionsText(bar);
  return (
    <span>
      <b className="font-[580] text-text">
        <Verbatim className="mono">{bar.code ?? 'no region'}</Verbatim>
      </b>{' '}
      {bar.city !== null && <Verbatim>{bar.city}</Verbatim>}
      {bar.city === null ? '' : ': '}
      <Claimed claim={claim}>{plural(bar.nodes, 'node')}</Claimed>
      {exceptions !== '' && `, ${exceptions}`},{' '}
      <Claimed claim={claimOfSum(claim, bar.advertised)}>{formatCapacity(bar.advertised.total)}</Claimed>{' '}
      advertised
    </span>
  );
}
