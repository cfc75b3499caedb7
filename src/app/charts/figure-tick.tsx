import type { SVGProps } from 'react';
import type { XAxisTickContentProps } from 'recharts';

/** The part of Recharts' tick props used here, for both axes. */
type Tick = Pick<
  XAxisTickContentProps,
  'x' | 'y' | 'index' | 'payload' | 'textAnchor' | 'verticalAnchor' | 'tickFormatter'
>;

/** Offset from a figure's position to its baseline, by vertical anchor. */
const baseLine = { start: '0.71em', middle: '0.355em', end: '0' } as const;

/**
 * A plain text tick. Recharts' own text measures every word to wrap lines, which forces a layout.
 * @param look - SVG text props; `shift` moves it down, pixels.
 */
export function figureTick({ shift = 0, ...look }: SVGProps<SVGTextElement> & { readonly shift?: number }) {
  return function FigureTick({ x, y, index, payload, textAnchor, verticalAnchor, tickFormatter }: Tick) {
    const { value }: { value?: unknown } = payload;
    return (
      <text {...look} x={x} y={Number(y) + shift} dy={baseLine[verticalAnchor]} textAnchor={textAnchor}>
        {tickFormatter ? tickFormatter(value, index) : String(value)}
      </text>
    );
  };
}
