import { useMemo, useRef } from 'react';
import { useWidth } from '#app/ui/use-width.ts';
import {
  isHollow,
  layOutStrip,
  marksWithin,
  type Sight,
  type Span,
  type Strip,
} from '#domain/history/strips/strip.ts';
import { summaryOf } from '#domain/history/strips/strip-summary.ts';
import type { Run } from '#domain/memory/observation.ts';
import { isGood, type Severity } from '#domain/severity/severity.ts';
import { formatTime } from '#domain/text/format.ts';
import { useSurroundingFreshness, useSurroundingTrust } from '../vouching/vouching.tsx';

/** Fraction of the strip's height. */
export const barHeights: Readonly<Record<Severity, number>> = {
  ok: 0.27,
  assumed: 0.27,
  notice: 0.45,
  unknown: 0.45,
  vanished: 0.45,
  degraded: 0.58,
  partial: 0.8,
  critical: 1,
  unvouched: 1,
};

/**
 * States over time: taller is worse, hatched is a gap, empty is before the first reading. In a panel that is
 * not fresh everything is grey.
 */
export function HistoryStrip({
  runs,
  sight,
  span,
  height = 22,
  scale = 1,
  label,
}: {
  readonly runs: readonly Run<Severity>[];
  /** Coverage; its gaps are at the same place in every strip of a page. */
  readonly sight: readonly Sight[];
  readonly span: Span;
  readonly height?: number;
  /** Screen pixels per drawn pixel; more than 1 on a wall. */
  readonly scale?: number;
  readonly label: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useWidth(box);
  const [width, room] = [shown / scale, height / scale];
  const { from, to } = span;
  const { marks, gaps, bars } = useMemo(
    () => layOutStrip(runs, sight, { from, to }, width),
    [runs, sight, from, to, width],
  );
  const freshness = useSurroundingFreshness();
  const isFrozen = useSurroundingTrust() === 'frozen';
  const step = (to - from) / marksWithin(width);
  return (
    <div
      ref={box}
      role="img"
      aria-label={`${label}, ${formatTime(from)} to ${formatTime(to)} UTC. ${summaryOf(marks, step)}`}
      className="relative"
      style={{ height }}
    >
      {width > 0 && (
        // As wide as its box on screen, at most as wide as the paper in print.
        <svg
          viewBox={`0 0 ${width} ${room}`}
          width={shown}
          height={height}
          className="fits-paper absolute inset-0"
        >
          <path d={`M0 ${room - 0.5}H${width}`} className="stroke-line" />
          {gaps.map((gap) => (
            <rect key={gap.x} x={gap.x} width={gap.width} height={room} fill="url(#hatch)" />
          ))}
          {[...new Set(bars.map(({ severity }) => severity))].map((severity) => {
            const isDrained = freshness !== 'fresh' || (isFrozen && isGood(severity));
            return (
              <path
                key={severity}
                // One path per severity, because a page has thousands of bars.
                d={bars
                  .filter((bar) => bar.severity === severity)
                  .map((bar) =>
                    barOutline(bar, barHeights[severity] * room, room, !isDrained && isHollow(severity)),
                  )
                  .join('')}
                className={isDrained ? 'fill-line-strong' : `strip-${severity}`}
              />
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** The outline of a bar on the strip's base line. The stroke of a hollow one lies inside it. */
export function barOutline(
  { x, width }: Strip['bars'][number],
  height: number,
  foot: number,
  isHollow: boolean,
): string {
  const line = isHollow ? 1 : 0;
  const tall = Math.round(height) - line;
  return `M${hundredths(x + line / 2)} ${foot - line / 2}v${-tall}h${hundredths(Math.max(0, width - line))}v${tall}z`;
}

function hundredths(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
