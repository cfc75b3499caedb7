import { formatExact } from '#domain/text/format.ts';
import { figureTick } from './figure-tick.tsx';

/** 11 px, for figures only. */
export const figureStyle = { fontSize: 11, fill: 'var(--text-3)' } as const;
const tick = figureTick(figureStyle);

/** Shift that puts an axis figure above its line, pixels. */
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
  // 0 shows all ticks. Otherwise Recharts would force a layout for each one to find out which fit.
  interval: 0,
  width: 44,
} as const;

/** Width of an axis for its longest figure, pixels. */
export function axisWidth(figures: readonly string[]): number {
  return Math.max(valueAxis.width, 10 + 6 * Math.max(0, ...figures.map((figure) => figure.length)));
}

/**
 * The value axis of a chart over the full width: figures inside at the right, above their lines. Zero has no
 * figure.
 */
export const insideAxis = {
  ...valueAxis,
  orientation: 'right',
  mirror: true,
  tick: figureTick({ ...figureStyle, shift: aboveLine }),
  tickFormatter: (value: number) => (value === 0 ? '' : formatExact(value)),
} as const;

/** Horizontal grid lines. Even without `vertical`, Recharts would measure the vertical ones. */
export const grid = {
  stroke: 'var(--line)',
  vertical: false,
  verticalCoordinatesGenerator: (): number[] => [],
} as const;

/** A 1 px rule at the pointer or the arrow keys. */
export const cursorRule = { stroke: 'var(--text)', strokeWidth: 1, fill: 'none' } as const;

/** Common props of all charts: no animation, and a plot up to the edges. */
export const still = { isAnimationActive: false } as const;
export const plotMargin = { top: 8, right: 1, bottom: 0, left: 0 } as const;
