/**
 * Turns a series into lines. Lines never cross a gap, or a fall of a count (docs/understand/history.md).
 * Times are in epoch milliseconds.
 */

import type { CoverageEntry, Figure, SeriesPoint } from '#contract/history.ts';
import type { Window } from '../spans/shares.ts';

export interface Vertex {
  readonly at: number;
  /**
   * Sum of the series below this one in the stack; 0 without a stack. `high` adds the value of this series.
   */
  readonly low: number;
  readonly high: number;
}

/** Connected points of a line, in order. A single one is drawn as a dot. */
export type Piece = readonly Vertex[];

/**
 * A fall: a count was lower than at the poll before. That is a new period or a reset; the service does not
 * state which.
 */
export interface Fall extends Window {
  readonly at: number;
  /** Value at the poll before the fall. For several falls in one point: the highest value. */
  readonly before: Figure;
  /** Value at the first poll after the fall. For several falls in one point: the lowest value. */
  readonly after: Figure;
  readonly count: number;
  /** Whether `before` and `after` are the values of the two polls around the fall. */
  readonly isExact: boolean;
  readonly isAcrossGap: boolean;
}

/** A covered interval of time. It starts and ends with a poll. */
export interface Seen extends Window {
  /** Longest time between two neighbouring polls in this interval, in milliseconds; 0 for a single poll. */
  readonly longest: number;
}

/**
 * Returns the covered intervals of an endpoint. Adjacent intervals are merged; isolated polls stay separate,
 * with no length.
 */
export function seenOf(coverage: readonly CoverageEntry[], endpoint: string): readonly Seen[] {
  const seen: Seen[] = [];
  for (const { endpoint: of, outcome, ...interval } of coverage) {
    if (of !== endpoint || outcome !== 'seen' || interval.to === null) continue;
    const [from, to] = [Date.parse(interval.from), Date.parse(interval.to)];
    const longest = (interval.longestSeconds ?? 0) * 1000;
    const last = seen.at(-1);
    if (last?.to === from)
      seen[seen.length - 1] = { from: last.from, to, longest: Math.max(last.longest, longest) };
    else seen.push({ from, to, longest });
  }
  return seen;
}

function seenIn({ from, to }: Window, seen: readonly Seen[]): readonly Seen[] {
  return seen
    .map((each) => ({ ...each, from: Math.max(from, each.from), to: Math.min(to, each.to) }))
    .filter((each) => each.from < each.to);
}

/** Returns the time between the last poll of one point and the first poll of the next. */
function bracketOf(before: Window, own: Window, seen: readonly Seen[]): Window {
  const [last, first] = [seenIn(before, seen).at(-1), seenIn(own, seen)[0]];
  const from = last && (last.to < before.to ? last.to : Math.max(before.from, before.to - last.longest));
  const to = first && (first.from > own.from ? first.from : Math.min(own.to, own.from + first.longest));
  return { from: from ?? before.from, to: to ?? own.to };
}

export function spanOf({ from, to }: SeriesPoint): Window {
  return { from: Date.parse(from), to: Date.parse(to) };
}

/**
 * Index of the point at a time; the last one after the end. A point without length, such as a single poll after a gap,
 * is at every time within `reach` of it.
 * @param reach - milliseconds.
 */
export function pointAt(points: readonly SeriesPoint[], time: number, reach: number): number {
  const spans = points.map(spanOf);
  const single = spans.findIndex(({ from, to }) => from === to && Math.abs(time - from) <= reach);
  if (single >= 0) return single;
  const index = spans.findIndex(({ to }) => to > time);
  return index < 0 ? points.length - 1 : index;
}

function isLess(a: Figure, b: Figure): boolean {
  return BigInt(a) < BigInt(b);
}

function pointBefore(points: readonly SeriesPoint[], index: number): SeriesPoint | undefined {
  for (let place = index - 1; place >= 0; place -= 1) if (points[place]?.last !== null) return points[place];
  return undefined;
}

/** Whether the point has a single fall, which lies before the point's first poll. */
function isAtBegin(points: readonly SeriesPoint[], index: number): boolean {
  const { first, falls } = points[index] ?? { first: null, falls: 0 };
  if (falls !== 1 || first === null) return false;
  const last = pointBefore(points, index)?.last ?? null;
  return last !== null && isLess(first, last);
}

/**
 * Returns the falls of a series in order, one entry for each point.
 * @param seen - covered intervals
 */
export function fallsOf(points: readonly SeriesPoint[], seen: readonly Seen[]): readonly Fall[] {
  return points.flatMap((point, index) => {
    const { first, last, min, max, falls } = point;
    if (falls === 0 || first === null || last === null || min === null || max === null) return [];
    const own = spanOf(point);
    const before = pointBefore(points, index);
    const isExact = isAtBegin(points, index);
    const earlier = before?.last ?? null;
    const isLower = earlier !== null && isLess(first, earlier);
    const { from, to } =
      before && isExact
        ? bracketOf(spanOf(before), own, seen)
        : { from: before && isLower ? spanOf(before).from : own.from, to: own.to };
    const observed = seenIn({ from, to }, seen).reduce((sum, each) => sum + each.to - each.from, 0);
    const until = Math.min(to, seen.at(-1)?.to ?? to);
    const high = earlier !== null && isLess(max, earlier) ? earlier : max;
    return {
      at: isExact ? (seenIn(own, seen)[0]?.from ?? own.from) : (own.from + own.to) / 2,
      from,
      to,
      before: isExact && earlier !== null ? earlier : high,
      after: isExact ? first : min,
      count: falls,
      isExact,
      isAcrossGap: observed < until - from,
    };
  });
}

interface Step {
  readonly vertex: Vertex;
  readonly joins: boolean;
}

function stepsOf(
  series: readonly (readonly SeriesPoint[])[],
  place: number,
  index: number,
  seen: readonly Seen[],
): readonly Step[] | null {
  const own = series[place]?.[index];
  const under = series.slice(0, place).map((points) => points[index]);
  const stack = [...under, own];
  if (!own || stack.some((point) => point?.first == null || point.last == null)) return null;
  const sum = (points: readonly (SeriesPoint | undefined)[], end: 'first' | 'last') =>
    points.reduce((total, point) => total + Number(point?.[end] ?? 0), 0);
  const vertexAt = (at: number, end: 'first' | 'last') => ({
    at,
    low: sum(under, end),
    high: sum(stack, end),
  });
  const span = spanOf(own);
  const parts = seenIn(span, seen);
  const [begin, end] = [parts[0], parts.at(-1)];
  // An isolated poll is no interval, so the point is drawn as a dot in its middle.
  if (!begin || !end) return [{ vertex: vertexAt((span.from + span.to) / 2, 'last'), joins: false }];
  const fell = series
    .slice(0, place + 1)
    .map((points) => [points[index]?.falls ?? 0, isAtBegin(points, index)] as const);
  const isJoined = begin.from === span.from && fell.every(([, isFirst]) => !isFirst);
  const isComplete = parts.length === 1 && fell.every(([falls, isFirst]) => falls === 0 || isFirst);
  return [
    { vertex: vertexAt(begin.from, 'first'), joins: isJoined },
    { vertex: vertexAt(end.to, 'last'), joins: isComplete },
  ];
}

/**
 * Returns the lines of stacked series. If a series has a break, all series above it have one too.
 * @param series - series from bottom to top, with the same points
 * @param seen - covered intervals
 */
export function stackedPieces(
  series: readonly (readonly SeriesPoint[])[],
  seen: readonly Seen[],
): readonly (readonly Piece[])[] {
  return series.map((points, place) => {
    const pieces: Vertex[][] = [];
    let open: Vertex[] | null = null;
    for (const index of points.keys()) {
      const steps = stepsOf(series, place, index, seen);
      if (steps === null) open = null;
      for (const { vertex, joins } of steps ?? []) {
        if (open && joins) open.push(vertex);
        else {
          open = [vertex];
          pieces.push(open);
        }
      }
      // If the end of a point is not covered by polls, the line breaks there.
      const point = points[index];
      if (point && steps && steps.at(-1)?.vertex.at !== spanOf(point).to) open = null;
    }
    return pieces;
  });
}

export function piecesOf(points: readonly SeriesPoint[], seen: readonly Seen[]): readonly Piece[] {
  return stackedPieces([points], seen)[0] ?? [];
}

export interface Extreme {
  readonly value: Figure;
  /** Start of the point that has this value, in epoch milliseconds. */
  readonly at: number;
}

/** Returns the highest and the lowest value of a series; `null` if there is no value. */
export function extremesOf(points: readonly SeriesPoint[]): { highest: Extreme; lowest: Extreme } | null {
  let found: { highest: Extreme; lowest: Extreme } | null = null;
  for (const { from, min, max } of points) {
    if (min === null || max === null) continue;
    const at = Date.parse(from);
    const { highest, lowest }: { highest: Extreme; lowest: Extreme } = found ?? {
      highest: { value: max, at },
      lowest: { value: min, at },
    };
    found = {
      highest: isLess(highest.value, max) ? { value: max, at } : highest,
      lowest: isLess(min, lowest.value) ? { value: min, at } : lowest,
    };
  }
  return found;
}
