import type { LatencyReading } from '#app/observe/session/session-log.ts';
import { latencyLine } from './latency.ts';

const width = 112;
const height = 24;
/** Maximum number of requests in the line, the newest. The median and p95 beside the line cover all. */
const drawn = 90;

export function LatencyLine({ readings }: { readonly readings: readonly LatencyReading[] }) {
  const { line, lost, end } = latencyLine(readings.slice(-drawn), width, height);
  return (
    <svg
      viewBox={`-2 -3 ${width + 4} ${height + 6}`}
      width={width + 4}
      height={height + 6}
      aria-hidden="true"
      className="drains-fill block max-w-full"
    >
      {lost.map(([from, to]) => (
        <rect
          key={from}
          x={from}
          y={-3}
          width={Math.max(3, to - from)}
          height={height + 6}
          fill="url(#hatch)"
        />
      ))}
      <path
        d={line}
        fill="none"
        stroke="var(--data)"
        strokeWidth="1.3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {end && <circle cx={end.x} cy={end.y} r="1.8" fill="var(--text)" />}
    </svg>
  );
}
