import { formatExact } from '#domain/text/format.ts';
import { figureTick } from './figure-tick.tsx';

/** Text style of the numbers on an axis. The small size of 11 px is for numbers only. */
export const figureStyle = { fontSize: 11, fill: 'var(--text-3)' } as const;
const tick = figureTick(figureStyle);

/** Vertical shift in pixels that puts an axis number above its grid line. */
export const aboveLine = -7;

export const footAxis = {
  axisLine: { stroke: 'var(--line-strong)' },
  tickLine: { stroke: 'var(--line-strong)' },
  tick,
  tickSize: 4,
  height: 22,
} as const;

export const valueAxis = {
  axisLine: false,
  tickLine: false,
  tick,
  // 0 shows all ticks. Otherwise Recharts would force a layout for each tick to find out which ticks fit.
  interval: 0,
  width: 44,
} as const;

/** Estimates the width in pixels that an axis needs for its longest number. */
export function axisWidth(figures: readonly string[]): number {
  return Math.max(valueAxis.width, 10 + 6 * Math.max(0, ...figures.map((figure) => figure.length)));
}

/**
 * Props of the value axis of a chart over the full width: numbers inside the plot at the right, above their
 * grid lines. Zero has no number.
 */
export const insideAxis = {
  ...valueAxis,
  orientation: 'right',
  mirror: true,
  tick: figureTick({ ...figureStyle, shift: aboveLine }),
  tickFormatter: (value: number) => (value === 0 ? '' : formatExact(value)),
} as const;

/**
 * Props of the grid: horizontal lines only. The empty generator keeps Recharts from computing vertical lines,
 * which it does even if `vertical` is false.
 */
export const grid = {
  stroke: 'var(--line)',
  vertical: false,
  verticalCoordinatesGenerator: (): number[] => [],
} as const;

/** Style of the 1 px line through the point under the pointer or the arrow keys. */
export const cursorRule = { stroke: 'var(--text)', strokeWidth: 1, fill: 'none' } as const;

/** Common props of all charts: `still` turns animation off, `plotMargin` extends the plot to the edges. */
export const still = { isAnimationActive: false } as const;
export const plotMargin = { top: 8, right: 1, bottom: 0, left: 0 } as const;
