import { useNavigate } from 'react-router';
import { Bar, BarChart, type BarShapeProps, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { cursorRule, footAxis, grid, insideAxis, plotMargin, still } from '#app/charts/axis.ts';
import { CutAbove, PlainBar } from '#app/charts/bars.tsx';
import { InLaterTask, noBox, Plot, Readout } from '#app/charts/Plot.tsx';
import { paths } from '#app/url/paths.ts';
import type { Integer } from '#contract/resources.ts';
import { type Claim, figureInWords } from '#domain/lists/claim.ts';
import { type SizeBin, sizeBandLabel } from '#domain/numbers/size-bands.ts';
import { plural } from '#domain/text/format.ts';
import { Edges, Mark } from './size-marks.tsx';

function readBin({ key, count }: SizeBin, claim: Claim) {
  return (
    <>
      <b className="mr-1 font-[580] text-text">{figureInWords(claim, plural(count, 'bucket'))}</b> of{' '}
      {sizeBandLabel(key)}
    </>
  );
}

/** Returns the side of the plot with the lower bars, for the axis labels inside the plot. */
function sideOfFigures(bins: readonly SizeBin[]): 'left' | 'right' {
  const highest = Math.max(...bins.map(({ count }) => count));
  return bins.findIndex(({ count }) => count === highest) < bins.length / 2 ? 'right' : 'left';
}

/** Transparent click target with the full height of the plot, because a short bar is hard to hit. */
function ColumnOfBar({ x, y, width, height, onClick }: BarShapeProps) {
  return <rect {...{ x, y, width, height, onClick }} fill="transparent" className="cursor-pointer" />;
}

export default function SizeBars({
  bins,
  claim,
  mark,
  slug,
  height,
}: {
  readonly bins: readonly SizeBin[];
  readonly claim: Claim;
  readonly mark: { readonly bytes: Integer; readonly label: string } | null;
  readonly slug: string;
  readonly height: number;
}) {
  const navigate = useNavigate();
  return (
    <Plot height={height} label="Buckets by size">
      <BarChart data={[...bins]} margin={{ ...plotMargin, top: 14 }} barCategoryGap={1} accessibilityLayer>
        <XAxis {...footAxis} dataKey="key" tick={false} tickLine={false} interval={0} />
        <InLaterTask>
          <CartesianGrid {...grid} />
          <YAxis {...insideAxis} orientation={sideOfFigures(bins)} allowDecimals={false} tickCount={4} />
        </InLaterTask>
        <InLaterTask>
          <Tooltip content={noBox} cursor={cursorRule} isAnimationActive={false} />
          <Bar
            {...still}
            dataKey="count"
            fill="var(--data)"
            className="cursor-pointer"
            background={ColumnOfBar}
            onClick={({ originalDataIndex }) => {
              const bin = bins[originalDataIndex];
              if (bin) void navigate(paths.buckets(slug, { size: bin.key }));
            }}
            shape={claim.kind === 'at-least' ? CutAbove : PlainBar}
            minPointSize={(count) => (Number(count) > 0 ? 1 : 0)}
          />
          <Edges bins={bins} />
          {mark && <Mark bins={bins} {...mark} />}
          <Readout points={bins} read={(bin) => readBin(bin, claim)} />
        </InLaterTask>
      </BarChart>
    </Plot>
  );
}
