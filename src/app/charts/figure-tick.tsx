import type { SVGProps } from 'react';
import type { XAxisTickContentProps } from 'recharts';

/** The part of Recharts' tick props that is used here. Ticks of both axes have it. */
type Tick = Pick<
  XAxisTickContentProps,
  'x' | 'y' | 'index' | 'payload' | 'textAnchor' | 'verticalAnchor' | 'tickFormatter'
>;

/** Vertical offset (`dy`) from a tick's position to its text's baseline, by Recharts' vertical anchor. */
const baseLine = { start: '0.71em', middle: '0.355em', end: '0' } as const;

/**
 * Creates the component of an axis tick as plain text. Recharts' own text measures every word to wrap lines,
 * which forces a layout.
 * @param look - SVG text attributes; `shift` moves the text down, pixels.
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
