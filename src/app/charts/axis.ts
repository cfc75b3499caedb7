/** How the axes, grids and cursors of all charts with axes look: spread onto the Recharts elements. */

import { formatExact } from '#domain/text/format.ts';
import { figureTick } from './figure-tick.tsx';

/** 11 px, for figures only. */
export const figureLook = { fontSize: 11, fill: 'var(--text-3)' } as const;
const tick = figureTick(figureLook);

/** Above the line of an axis' figure, pixels. */
export const aboveLine = -7;

/** The axis along the foot of a plot. */
export const footAxis = {
  axisLine: { stroke: 'var(--line-strong)' },
  tickLine: { stroke: 'var(--line-strong)' },
  tick,
  tickSize: 4,
  height: 22,
} as const;

/** The value axis: figures only, the grid carries its lines. */
export const valueAxis = {
  axisLine: false,
  tickLine: false,
  tick,
  // There is room for all of them: to find that out Recharts would lay out the page for each.
  interval: 0,
  width: 44,
} as const;

/** Room for the longest of an axis' figures, pixels. */
export function axisWidth(figures: readonly string[]): number {
  return Math.max(valueAxis.width, 10 + 6 * Math.max(0, ...figures.map((figure) => figure.length)));
}

/** The value axis where bars take the whole width: figures stand on their lines, inside at the right; zero is the foot. */
export const insideAxis = {
  ...valueAxis,
  orientation: 'right',
  mirror: true,
  tick: figureTick({ ...figureLook, shift: aboveLine }),
  tickFormatter: (value: number) => (value === 0 ? '' : formatExact(value)),
} as const;

/** Lines at the figures of the value axis. Without `vertical` Recharts would still measure where upright ones would stand. */
export const grid = {
  stroke: 'var(--line)',
  vertical: false,
  verticalCoordinatesGenerator: (): number[] => [],
} as const;

/** A 1 px rule under the pointer or the arrow keys. */
export const cursorRule = { stroke: 'var(--text)', strokeWidth: 1, fill: 'none' } as const;

/** What every chart is given: nothing moves by itself, and the figures reach the edges of the plot. */
export const still = { isAnimationActive: false } as const;
export const plotMargin = { top: 8, right: 1, bottom: 0, left: 0 } as const;
