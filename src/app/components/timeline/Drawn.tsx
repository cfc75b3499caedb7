import { type ReactNode, useRef } from 'react';
import { hostNow } from '#app/ui/time/clock.ts';
import { useWidth } from '#app/ui/use-width.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { gapsIn } from '#domain/history/strips/recorded-strip.ts';
import { rounded } from '#domain/history/strips/strip.ts';

export type Place = (time: number) => number;

/** Minimum duration of a drawn gap of one subject, as a fraction of the window: half a mark of its strip. */
const leastGap = 1 / 180;

export function Drawn({
  window,
  coverage,
  endpoint,
  leftOut = [],
  height,
  gapsFrom = 0,
  label,
  beside,
  children,
}: {
  readonly window: Window;
  readonly coverage: readonly CoverageEntry[];
  readonly endpoint: string;
  /** Times at which the list did not contain the subject. */
  readonly leftOut?: readonly Window[] | undefined;
  readonly height: number;
  /** Top edge of drawn gaps, in pixels. Text above this edge stays readable. */
  readonly gapsFrom?: number;
  readonly label: string;
  readonly beside?: (place: Place, width: number) => ReactNode;
  readonly children: (place: Place, width: number) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { from, to } = window;
  const long = leftOut.filter((time) => time.to - time.from >= (to - from) * leastGap);
  const place = (time: number) => ((Math.min(to, Math.max(from, time)) - from) / (to - from)) * width;
  return (
    <div ref={box} className="relative" style={{ height }}>
      {width > 0 && (
        <>
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            className="fits-paper absolute inset-0"
          >
            {children(place, width)}
            {gapsIn(coverage, endpoint, window, hostNow(), long).map((gap) => {
              const { x, width: wide } = rounded(place(gap.from), place(gap.to), width);
              return (
                <g key={gap.from}>
                  <rect x={x} y={gapsFrom} width={wide} height={height - gapsFrom} className="fill-bg" />
                  <rect x={x} y={gapsFrom} width={wide} height={height - gapsFrom} fill="url(#hatch)" />
                </g>
              );
            })}
          </svg>
          {beside?.(place, width)}
        </>
      )}
    </div>
  );
}
