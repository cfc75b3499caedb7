import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { confirmedSeverity } from '#domain/severity/confirmed-severity.ts';
import { useSurroundingFreshness } from '../components/freshness/freshness-context.tsx';
import { type Exceptions, stackOf } from './place-bars.ts';

/** Height in pixels of the hatch above a bar whose end is unknown, because the list is truncated. */
export const cutHeight = 9;
const glyph = 11;

/**
 * Bar of one region. Parts that are not good are stacked from the base, and the mark of the worst one is
 * above.
 */
export function StackedBar({
  box: { left, wide, y, height },
  value,
  exceptions,
  cut,
}: {
  /** Position and size of the bar, pixels. */
  readonly box: { readonly left: number; readonly wide: number; readonly y: number; readonly height: number };
  /** The number that the complete bar stands for. */
  readonly value: number;
  readonly exceptions: Exceptions;
  readonly cut: boolean;
}) {
  const freshness = useSurroundingFreshness();
  const foot = y + height;
  const top = y - (cut ? cutHeight + 1 : 0);
  const [worst] = exceptions;
  return (
    <g>
      <rect x={left} y={y} width={wide} height={height} fill="var(--data)" />
      {stackOf(exceptions, height, value).map(({ severity, from, to }) => (
        <g key={severity} data-severity={confirmedSeverity(severity, freshness)}>
          <rect x={left} y={foot - to - 1} width={wide} height={to - from + 1} fill="var(--bg)" />
          <rect x={left} y={foot - to} width={wide} height={to - from} fill="var(--mark)" />
        </g>
      ))}
      {cut && <rect x={left} y={top} width={wide} height={cutHeight} fill="url(#hatch)" />}
      {worst && (
        <g transform={`translate(${left + wide / 2 - glyph / 2} ${top - glyph - 3})`}>
          <StatusGlyph severity={worst.severity} size={glyph} />
        </g>
      )}
    </g>
  );
}
