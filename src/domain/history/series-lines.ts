/**
 * A number over time as lines: nothing is joined across time in which nothing was seen, nor across a fall of a count
 * (docs/understand/history.md). Pure; times are epoch milliseconds.
 */

import type { Figure, SeriesPoint, SightEntry } from '#contract/history.ts';
import type { Window } from './shares.ts';

export interface Vertex {
  readonly at: number;
  /** What lies below it in a stack; zero otherwise. */
  readonly low: number;
  readonly high: number;
}

/** Vertices that may be joined, in order; a lone one is a dot. */
export type Piece = readonly Vertex[];

/** A count was less than at the look before: a new period, or a reset, the service doesn't say which. */
export interface Fall extends Window {
  /** Where it is marked. */
  readonly at: number;
  /** At the look before; of falls within one point the highest that was seen. */
  readonly before: Figure;
  /** At the first look after it; of falls within one point the lowest that was seen. */
  readonly after: Figure;
  readonly count: number;
  /** Whether `before` and `after` are of the very looks around it. */
  readonly isExact: boolean;
  /** Whether some of the time around it was not observed. */
  readonly isAcrossGap: boolean;
}

/** A stretch of our sight: it begins and ends with a look. */
export interface Seen extends Window {
  /** The greatest distance of its looks, milliseconds. */
  readonly longest: number;
}

/** What was seen of an endpoint, stretches that touch as one; a lone look is no stretch. */
export function seenOf(sight: readonly SightEntry[], endpoint: string): readonly Seen[] {
  const seen: Seen[] = [];
  for (const { endpoint: of, outcome, ...stretch } of sight) {
    if (of !== endpoint || outcome !== 'seen' || stretch.to === null) continue;
    const [from, to] = [Date.parse(stretch.from), Date.parse(stretch.to)];
    const longest = (stretch.longestSeconds ?? 0) * 1000;
    const last = seen.at(-1);
    if (last?.to === from)
      seen[seen.length - 1] = { from: last.from, to, longest: Math.max(last.longest, longest) };
    else seen.push({ from, to, longest });
  }
  return seen;
}

/** What of a point was seen, clipped to it. */
function seenIn({ from, to }: Window, seen: readonly Seen[]): readonly Seen[] {
  return seen
    .map((each) => ({ ...each, from: Math.max(from, each.from), to: Math.min(to, each.to) }))
    .filter((each) => each.from < each.to);
}

/** The time within which the last look of one point and the first of the next fall. */
function bracketOf(before: Window, own: Window, seen: readonly Seen[]): Window {
  const [last, first] = [seenIn(before, seen).at(-1), seenIn(own, seen)[0]];
  const from = last && (last.to < before.to ? last.to : Math.max(before.from, before.to - last.longest));
  const to = first && (first.from > own.from ? first.from : Math.min(own.to, own.from + first.longest));
  return { from: from ?? before.from, to: to ?? own.to };
}

export function spanOf({ from, to }: SeriesPoint): Window {
  return { from: Date.parse(from), to: Date.parse(to) };
}

function isLess(a: Figure, b: Figure): boolean {
  return BigInt(a) < BigInt(b);
}

/** The point before `index` that some look fell into. */
function pointBefore(points: readonly SeriesPoint[], index: number): SeriesPoint | undefined {
  for (let place = index - 1; place >= 0; place -= 1) if (points[place]?.last !== null) return points[place];
  return undefined;
}

/** Whether the only fall of a point lies between its first look and the point before. */
function isAtBegin(points: readonly SeriesPoint[], index: number): boolean {
  const { first, falls } = points[index] ?? { first: null, falls: 0 };
  if (falls !== 1 || first === null) return false;
  const last = pointBefore(points, index)?.last ?? null;
  return last !== null && isLess(first, last);
}

/**
 * The falls of a series in order, one entry a point.
 *
 * @param seen - stretches of our sight.
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
  /** Whether it may be joined to the one before. */
  readonly joins: boolean;
}

/** The vertices of one series at a point: where it began and where it ended, as far as it was seen. */
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
  // A lone look has no stretch of its own.
  if (!begin || !end) return [{ vertex: vertexAt((span.from + span.to) / 2, 'last'), joins: false }];
  const fell = series
    .slice(0, place + 1)
    .map((points) => [points[index]?.falls ?? 0, isAtBegin(points, index)] as const);
  const isJoined = begin.from === span.from && fell.every(([, isFirst]) => !isFirst);
  const isWhole = parts.length === 1 && fell.every(([falls, isFirst]) => falls === 0 || isFirst);
  return [
    { vertex: vertexAt(begin.from, 'first'), joins: isJoined },
    { vertex: vertexAt(end.to, 'last'), joins: isWhole },
  ];
}

/**
 * Lines of series that stand on one another, each as pieces; a series that breaks breaks those above it.
 *
 * @param series - from the lowest up, the same points of time in each.
 * @param seen - stretches of our sight.
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
      // What is not seen to the end of a point joins nothing after it.
      const point = points[index];
      if (point && steps && steps.at(-1)?.vertex.at !== spanOf(point).to) open = null;
    }
    return pieces;
  });
}

/** Lines of one series by itself. */
export function piecesOf(points: readonly SeriesPoint[], seen: readonly Seen[]): readonly Piece[] {
  return stackedPieces([points], seen)[0] ?? [];
}

export interface Extreme {
  readonly value: Figure;
  /** The point of time that holds it. */
  readonly at: number;
}

/** The highest and the lowest of a series; `null` where nothing was seen. */
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
