import { useRef } from 'react';
import { useWidth } from '#app/ui/use-width.ts';

export interface SparkPoint {
  readonly at: number;
  readonly value: number;
}

/** Pixels of a gap, so that its hatch is visible. */
const leastGap = 4;

/** A line with its area, without axes. It breaks between runs; gaps are hatched. */
export function Sparkline({
  runs,
  gaps,
  span,
  high,
  colour,
  pixels,
}: {
  /** Each run is a list of points to join, in order of time. */
  readonly runs: readonly (readonly SparkPoint[])[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly span: { readonly from: number; readonly to: number };
  /** Value at the top edge; the bottom is zero. */
  readonly high: number;
  readonly colour: string;
  readonly pixels: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const x = (at: number) => place(at, span.from, span.to) * width;
  const y = (value: number) => pixels - place(value, 0, high) * pixels;
  const newest = runs.at(-1)?.at(-1);
  return (
    <div ref={box} className="relative" style={{ height: pixels }}>
      {width > 0 && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${pixels}`}
          width={width}
          height={pixels}
          className="fits-paper absolute inset-0 overflow-visible"
        >
          <path d={`M0 ${pixels - 0.5}H${width}`} className="stroke-line" />
          {gaps.map(({ from, to }) => {
            const left = Math.floor(x(from));
            const wide = Math.max(leastGap, Math.ceil(x(to)) - left);
            return (
              <rect
                key={from}
                x={Math.min(left, width - wide)}
                width={wide}
                height={pixels}
                fill="url(#hatch)"
              />
            );
          })}
          {runs.map((run) => {
            const [first] = run;
            const last = run.at(-1);
            if (!first || !last) return null;
            const line = run.map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L');
            return (
              <g key={first.at}>
                <path
                  d={`M${x(first.at)} ${pixels}L${line}L${x(last.at)} ${pixels}z`}
                  fill={colour}
                  fillOpacity="0.28"
                />
                <path
                  d={`M${line}${run.length === 1 ? 'h0' : ''}`}
                  fill="none"
                  stroke={colour}
                  strokeWidth={run.length === 1 ? 4 : 1.5}
                  strokeLinecap="round"
                />
              </g>
            );
          })}
          {newest && <circle cx={x(newest.at)} cy={y(newest.value)} r="1.8" fill="var(--text)" />}
        </svg>
      )}
    </div>
  );
}

/** From 0 to 1. An empty span gives 0.5. */
function place(value: number, from: number, to: number): number {
  return to > from ? (value - from) / (to - from) : 0.5;
}
