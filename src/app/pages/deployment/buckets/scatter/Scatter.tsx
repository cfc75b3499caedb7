import { CartesianGrid, ScatterChart, XAxis, YAxis } from 'recharts';
import { axisWidth, footAxis, grid, plotMargin, valueAxis } from '#app/charts/axis.ts';
import { InLaterTask, Plot } from '#app/charts/Plot.tsx';
import type { Bucket } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { type ScatterPoints, type Span, ticksOf } from '#domain/numbers/scatter-points.ts';
import { formatBytes, formatCount } from '#domain/text/format-figures.ts';
import { ChosenDot } from './ChosenDot.tsx';
import { Dots, MeanSizes } from './Dots.tsx';
import { decadeFigure } from './decade-figure.ts';

export interface ScatterProps {
  readonly scatter: ScatterPoints;
  readonly listing: Listing<Bucket>;
  readonly repeated: ReadonlySet<string>;
  readonly slug: string;
  readonly height: number;
}

const objectsAt = (decade: number) => decadeFigure(decade, formatCount);
const bytesAt = (decade: number) => decadeFigure(decade, formatBytes);

/**
 * Returns the margin at the right of the plot in pixels. Half of an axis label at the right edge extends
 * beyond the plot.
 */
function roomBeside(across: Span): number {
  const figure = ticksOf(across).at(-1) === across[1] ? objectsAt(across[1]) : '';
  return Math.max(8, 1 + 3 * figure.length);
}

export default function Scatter({ scatter, listing, repeated, slug, height }: ScatterProps) {
  const { across, up } = scatter;
  const margin = { ...plotMargin, top: 14, right: roomBeside(across) };
  return (
    <Plot height={height} label="Objects against bytes">
      <ScatterChart margin={margin} accessibilityLayer={false}>
        <XAxis
          {...footAxis}
          type="number"
          dataKey="x"
          domain={[...across]}
          ticks={[...ticksOf(across)]}
          interval={0}
          tickFormatter={objectsAt}
          allowDataOverflow
        />
        <InLaterTask>
          <CartesianGrid {...grid} />
          <YAxis
            {...valueAxis}
            type="number"
            dataKey="y"
            domain={[...up]}
            ticks={[...ticksOf(up)]}
            tickFormatter={bytesAt}
            width={axisWidth(ticksOf(up).map(bytesAt))}
            allowDataOverflow
          />
        </InLaterTask>
        <InLaterTask>
          <MeanSizes across={across} up={up} />
          <ChosenDot scatter={scatter} listing={listing} repeated={repeated} slug={slug} />
          <Dots scatter={scatter} />
        </InLaterTask>
      </ScatterChart>
    </Plot>
  );
}
