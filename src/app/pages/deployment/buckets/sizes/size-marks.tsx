import { DefaultZIndexes, usePlotArea, useYAxisScale, ZIndexLayer } from 'recharts';
import type { Integer } from '#contract/resources.ts';
import { bandPosition, type SizeBin } from '#domain/numbers/size-bands.ts';
import { formatBytes } from '#domain/text/format-figures.ts';
import { edgesOf } from './size-edges.ts';

/**
 * Returns a function from a size to its x in pixels; `null` before the plot is laid out. Sizes are in half
 * powers of ten. The function returns `null` outside the bars.
 */
function useLeft(bins: readonly SizeBin[]): ((position: number) => number | null) | null {
  const plot = usePlotArea();
  const first = bins[0]?.position;
  if (!plot || first === undefined) return null;
  return (position) => {
    const left = plot.x + ((position - first) / bins.length) * plot.width;
    return left >= plot.x && left <= plot.x + plot.width + 0.5 ? left : null;
  };
}

/** Draws the labels of the size axis at the edges between bars that {@link edgesOf} selects. */
export function Edges({ bins }: { readonly bins: readonly SizeBin[] }) {
  const plot = usePlotArea();
  const left = useLeft(bins);
  if (!plot || !left) return null;
  const foot = plot.y + plot.height;
  return (
    <g fontSize={11} fill="var(--text-3)" stroke="none" aria-hidden="true">
      {edgesOf(bins).map(({ position, text }) => {
        const x = left(position);
        if (x === null) return null;
        const anchor = x < plot.x + 16 ? 'start' : x > plot.x + plot.width - 16 ? 'end' : 'middle';
        return (
          <g key={position}>
            <path d={`M${x} ${foot}v4`} stroke="var(--line-strong)" />
            <text x={x} y={foot + 16} textAnchor={anchor}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/**
 * Vertical line at one bucket size, with a label. The line ends at the bar: across it, the bar would look
 * like two.
 */
export function Mark({
  bins,
  bytes,
  label,
}: {
  readonly bins: readonly SizeBin[];
  readonly bytes: Integer;
  readonly label: string;
}) {
  const plot = usePlotArea();
  const heightAt = useYAxisScale();
  const position = bandPosition(bytes);
  const x = useLeft(bins)?.(position) ?? null;
  if (!plot || !heightAt || x === null) return null;
  const before = x > plot.x + plot.width / 2;
  const bar = bins.find((bin) => bin.position === Math.floor(position));
  const end = heightAt(bar?.count ?? 0) ?? plot.y;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.line}>
      <g pointerEvents="none">
        <path d={`M${x} ${plot.y - 12}V${end}`} stroke="var(--text)" strokeWidth="1.2" />
        <text
          x={before ? x - 6 : x + 6}
          y={plot.y - 3}
          textAnchor={before ? 'end' : 'start'}
          fontSize={12}
          fontWeight={560}
          fill="var(--text)"
          stroke="none"
        >
          {label} {formatBytes(bytes)}
        </text>
      </g>
    </ZIndexLayer>
  );
}
