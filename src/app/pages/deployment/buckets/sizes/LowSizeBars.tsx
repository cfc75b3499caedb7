import { useRef } from 'react';
import { Link } from 'react-router';
import { useWidth } from '#app/ui/use-width.ts';
import { paths } from '#app/url/paths.ts';
import type { Integer } from '#contract/resources.ts';
import { type Claim, figureInWords } from '#domain/lists/claim.ts';
import { bandPosition, type SizeBin, sizeBandLabel } from '#domain/numbers/size-bands.ts';
import { plural } from '#domain/text/format.ts';
import { edgesOf } from './size-edges.ts';

/**
 * Heights in pixels from top to bottom: space above the bars (median line, hatching of a truncated list),
 * bars, axis labels.
 */
const heights = { top: 14, bars: 50, axis: 20 } as const;
const foot = heights.top + heights.bars;
const cutHeight = 7;

/** Low histogram of the bucket sizes with a line at the median, for the row of low charts. */
export function LowSizeBars({
  bins,
  median,
  claim,
  slug,
}: {
  readonly bins: readonly SizeBin[];
  readonly median: Integer | null;
  readonly claim: Claim;
  readonly slug: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const step = width / bins.length;
  const [first] = bins;
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const heightOf = (count: number) => (count > 0 ? Math.max(1, (count / most) * heights.bars) : 0);
  const at = (position: number) => (position - (first?.position ?? 0)) * step;
  const middle = median === null ? null : bandPosition(median);
  const below = bins.find(({ position }) => position === Math.floor(middle ?? -1));
  return (
    <div ref={box} role="group" aria-label="Buckets by size">
      <svg width={width} height={foot + heights.axis} className="fits-paper block">
        {bins.map(({ key, position, count }) => {
          const box = { x: at(position) + 0.5, width: Math.max(1, step - 1) };
          return (
            <Link key={key} to={paths.buckets(slug, { size: key })} tabIndex={-1} aria-hidden="true">
              <title>{`${sizeBandLabel(key)}: ${figureInWords(claim, plural(count, 'bucket'))}`}</title>
              <rect {...box} height={foot} fill="transparent" />
              <rect {...box} y={foot - heightOf(count)} height={heightOf(count)} fill="var(--data)" />
              {claim.kind === 'at-least' && (
                <rect
                  {...box}
                  y={foot - heightOf(count) - cutHeight - 1}
                  height={cutHeight}
                  fill="url(#hatch)"
                />
              )}
            </Link>
          );
        })}
        <path d={`M0 ${foot + 0.5}H${width}`} stroke="var(--line-strong)" />
        {below && middle !== null && (
          // The line ends at the bar; across it, the bar would look like two.
          <path d={`M${at(middle)} 0V${foot - heightOf(below.count)}`} stroke="var(--text)" strokeWidth="1.2" />
        )}
        <g fontSize={11} fill="var(--text-3)" aria-hidden="true">
          {edgesOf(bins).map(({ position, text }) => (
            <text
              key={position}
              x={at(position)}
              y={foot + 14}
              textAnchor={at(position) > width - 24 ? 'end' : at(position) < 24 ? 'start' : 'middle'}
            >
              {text}
            </text>
          ))}
        </g>
      </svg>
    </div>
  );
}
