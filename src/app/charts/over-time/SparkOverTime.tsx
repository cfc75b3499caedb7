import { useRef } from 'react';
import { hostNow } from '#app/ui/time/clock.ts';
import { useWidth } from '#app/ui/use-width.ts';
import type { CoverageEntry, ShownSeries } from '#contract/history.ts';
import { lineRange } from '#domain/history/scale.ts';
import { asLevel } from '#domain/history/series/level.ts';
import { fallsOf, piecesOf, seenOf } from '#domain/history/series/series-lines.ts';
import { gapsIn } from '#domain/history/strips/recorded-strip.ts';
import { GapMarks } from './marks.tsx';

export interface SparkOverTimeProps {
  readonly answer: Omit<ShownSeries, 'resolution'> | null;
  readonly coverage: readonly CoverageEntry[] | null;
  /** Documented path of the endpoint whose coverage is drawn. */
  readonly endpoint: string;
  readonly colour?: string;
  /**
   * Whether the scale starts at zero and the area below the line is filled. If not, the scale covers at least
   * 2 % of the value: for values that hardly change.
   */
  readonly isFromZero?: boolean;
  /** Whether the line continues after a fall of the value. If so, its newest point is marked with a dot. */
  readonly isLevel?: boolean;
  /** Height of the sparkline, pixels. */
  readonly height?: number;
  /** Factor for the widths of strokes and dots; above 1 on a wall. */
  readonly scale?: number;
}

/**
 * A sparkline from the history record, with gaps in the coverage and falls. It is empty until the history is
 * read.
 */
export function SparkOverTime({
  answer,
  coverage,
  endpoint,
  colour = 'var(--data)',
  isFromZero = true,
  isLevel = false,
  height = 22,
  scale = 1,
}: SparkOverTimeProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div ref={box} className="drains-fill relative" style={{ height }}>
      {width > 0 && answer && coverage && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          className="fits-paper absolute inset-0 overflow-visible"
        >
          <SmallLine {...{ answer, coverage, endpoint, colour, isFromZero, isLevel, height, width, scale }} />
        </svg>
      )}
    </div>
  );
}

function SmallLine({
  answer,
  coverage,
  endpoint,
  colour,
  isFromZero,
  isLevel,
  height,
  width,
  scale,
}: Required<SparkOverTimeProps> & {
  readonly answer: Omit<ShownSeries, 'resolution'>;
  readonly coverage: readonly CoverageEntry[];
  readonly width: number;
}) {
  const seen = seenOf(coverage, endpoint);
  const window = { from: Date.parse(answer.from), to: Date.parse(answer.to) };
  const points = isLevel ? asLevel(answer.data) : answer.data;
  const pieces = piecesOf(points, seen);
  const newest = isLevel ? pieces.at(-1)?.at(-1) : undefined;
  const heights = pieces.flat().map(({ high }) => high);
  const { lowest, highest } = isFromZero ? { lowest: 0, highest: Math.max(1, ...heights) } : lineRange(heights);
  const x = (time: number) => ((time - window.from) / (window.to - window.from)) * width;
  const y = (value: number) => height - scale - ((value - lowest) / (highest - lowest)) * (height - 3 * scale);
  return (
    <>
      <path d={`M0 ${height - 0.5}H${width}`} className="stroke-line" />
      {pieces.map((piece) => {
        const [first] = piece;
        const last = piece.at(-1);
        if (!first || !last) return null;
        const line = piece.map(({ at, high }) => `${x(at).toFixed(1)} ${y(high).toFixed(1)}`).join('L');
        return (
          <g key={first.at}>
            {isFromZero && (
              <path
                d={`M${x(first.at)} ${height}L${line}L${x(last.at)} ${height}z`}
                style={{ fill: colour }}
                fillOpacity="0.28"
              />
            )}
            <path
              d={`M${line}${piece.length === 1 ? 'h0' : ''}`}
              fill="none"
              style={{ stroke: colour }}
              strokeWidth={(piece.length === 1 ? 3 : 1.3) * scale}
              strokeLinecap="round"
            />
          </g>
        );
      })}
      <GapMarks gaps={gapsIn(coverage, endpoint, window, hostNow())} place={x} width={width} height={height} />
      {newest && <circle cx={x(newest.at)} cy={y(newest.high)} r={1.8 * scale} className="fill-text" />}
      {fallsOf(points, seen).map(({ at }) => (
        <path
          key={at}
          d={`M${Math.round(x(at)) + 0.5} 0V${height}`}
          className="stroke-text"
          strokeWidth={scale}
          strokeDasharray={`${2 * scale} ${2.5 * scale}`}
        />
      ))}
    </>
  );
}
