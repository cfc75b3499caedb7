import { useXAxisScale, useYAxisScale } from 'recharts';
import { diagonal, type ScatterPoints, type Span } from '#domain/numbers/scatter-points.ts';
import { formatBytes } from '#domain/text/format-figures.ts';

/** Number of SVG paths that share the dots. Each path has partial opacity, so that dense areas are darker. */
const layers = 6;

/** Returns the scales of the plot, from powers of ten to pixels; `null` before the chart is laid out. */
export function useScales() {
  const across = useXAxisScale();
  const up = useYAxisScale();
  if (!across || !up) return null;
  return {
    toLeft: (decade: number) => across(decade) ?? 0,
    toTop: (decade: number) => up(decade) ?? 0,
  };
}

/**
 * Draws all dots as a few SVG paths, because thousands of elements slow down every refresh. The dots are
 * above the ring of the chosen dot, which would hide close neighbours. They ignore the pointer.
 */
export function Dots({ scatter }: { readonly scatter: ScatterPoints }) {
  const scales = useScales();
  if (!scales) return null;
  const { toLeft, toTop } = scales;
  const points = [...scatter.x.keys()];
  const few = points.length <= 600;
  const place = (point: number) =>
    `${toLeft(scatter.x[point] ?? 0).toFixed(1)} ${toTop(scatter.y[point] ?? 0).toFixed(1)}`;
  return (
    <g
      pointerEvents="none"
      stroke="var(--data)"
      strokeLinecap="round"
      strokeWidth={few ? 4 : 2.4}
      strokeOpacity={few ? 0.85 : 0.5}
    >
      {Array.from({ length: layers }, (_, layer) => (
        <path
          key={layer}
          d={points
            .filter((_point, index) => index % layers === layer)
            .map((point) => `M${place(point)}h0`)
            .join('')}
        />
      ))}
    </g>
  );
}

/** Mean object sizes that get a line, as powers of ten in bytes: 1 B, 1 kB, 1 MB, … */
const means = [0, 3, 6, 9, 12];

/** Draws labelled lines, each through all points with the same mean object size. */
export function MeanSizes({ across, up }: { readonly across: Span; readonly up: Span }) {
  const scales = useScales();
  if (!scales) return null;
  const { toLeft, toTop } = scales;
  return (
    <g fontSize={11} fill="var(--text-2)" stroke="none" aria-hidden="true">
      {means.map((mean) => {
        const line = diagonal(mean, across, up);
        if (!line) return null;
        const [left, top] = [toLeft(line.from[0]), toTop(line.from[1])];
        const [right, end] = [toLeft(line.to[0]), toTop(line.to[1])];
        const degrees = (Math.atan2(end - top, right - left) * 180) / Math.PI;
        const long = Math.hypot(right - left, end - top) > 110;
        return (
          <g key={mean}>
            <path d={`M${left} ${top}L${right} ${end}`} stroke="var(--line-strong)" strokeDasharray="1.5 3" />
            {long && (
              <text transform={`translate(${left} ${top}) rotate(${degrees})`} x={6} y={-4}>
                mean {formatBytes(10 ** mean).replace('.00', '')}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
