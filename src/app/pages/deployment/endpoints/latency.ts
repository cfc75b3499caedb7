/** Computes the latency statistics and the latency line of the requests to one endpoint. */

import type { LatencyReading } from '#app/observe/session/session-log.ts';

/** Minimum number of responses for a median, a p95 and a connected line. */
const fewest = 3;

export interface LatencySummary {
  /** Median latency in milliseconds; `null` with fewer than three responses. The same holds for `p95`. */
  readonly median: number | null;
  readonly p95: number | null;
  readonly answered: number;
  readonly failed: number;
}

/** Returns the value that `share` of the sorted values do not exceed (nearest rank); `null` without any. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

export function summarise(readings: readonly LatencyReading[]): LatencySummary {
  const timed = readings.flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds]));
  const sorted = timed.toSorted((a, b) => a - b);
  return {
    median: sorted.length < fewest ? null : quantile(sorted, 0.5),
    p95: sorted.length < fewest ? null : quantile(sorted, 0.95),
    answered: sorted.length,
    failed: readings.length - sorted.length,
  };
}

export interface LatencyLine {
  /** SVG path of the successful requests, with gaps for failed ones. One or two responses are dots. */
  readonly line: string;
  /** Horizontal ranges of consecutive failed requests, in the units of the path. */
  readonly lost: readonly (readonly [from: number, to: number])[];
  /** Point of the last request; `null` if it failed, or without requests. */
  readonly end: { readonly x: number; readonly y: number } | null;
}

/**
 * Draws the latencies of requests from left to right over `width`. The slowest is at the top of `height`;
 * zero is at the bottom.
 */
export function latencyLine(readings: readonly LatencyReading[], width: number, height: number): LatencyLine {
  const slowest = Math.max(1, ...readings.map(({ milliseconds }) => milliseconds ?? 0));
  const step = width / Math.max(1, readings.length - 1);
  const placed = readings.map(({ milliseconds }, index) => ({
    x: readings.length === 1 ? width : index * step,
    y: milliseconds === null ? null : height - (milliseconds / slowest) * height,
  }));
  const isCourse = readings.filter(({ milliseconds }) => milliseconds !== null).length >= fewest;
  const lost: [number, number][] = [];
  let line = '';
  let broken = true;
  for (const { x, y } of placed) {
    if (y === null) {
      const last = lost.at(-1);
      const [from, to] = [Math.max(0, x - step / 2), Math.min(width, x + step / 2)];
      if (last && last[1] >= from) last[1] = to;
      else lost.push([from, to]);
      broken = true;
      continue;
    }
    // A line of zero length gives a dot, so that a response between failures is visible.
    line += broken ? `M${x.toFixed(1)} ${y.toFixed(1)}h0` : `L${x.toFixed(1)} ${y.toFixed(1)}`;
    broken = !isCourse;
  }
  const end = placed.at(-1);
  return { line, lost, end: end && end.y !== null ? { x: end.x, y: end.y } : null };
}
