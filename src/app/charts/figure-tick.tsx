import type { SVGProps } from 'react';
import type { XAxisTickContentProps } from 'recharts';

/** What of Recharts' own ticks is drawn here; axes of both directions give it. */
type Tick = Pick<
  XAxisTickContentProps,
  'x' | 'y' | 'index' | 'payload' | 'textAnchor' | 'verticalAnchor' | 'tickFormatter'
>;

/** From the place of a figure to its base line, by what of it stands there. */
const baseLine = { start: '0.71em', middle: '0.355em', end: '0' } as const;

/**
 * Draws a figure at an axis as it is. Recharts' own text measures every word to break lines, which lays out the page.
 *
 * @param look - how it looks; `shift` moves it down, pixels.
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
