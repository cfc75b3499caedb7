/** Objects against bytes as points on logarithmic axes. */

/** Points that can be placed; each knows the row it stands for. */
export interface Cloud {
  /** Decades of objects. */
  readonly x: Float64Array;
  /** Decades of bytes. */
  readonly y: Float64Array;
  /** Position of each point's row in the listing. */
  readonly rows: Int32Array;
  /** Rows without a point: empty, or without a figure. */
  readonly apart: number;
}

/** The points of all rows that hold something; `NaN` stands for a figure that is not there. */
export function cloudOf(objects: Float64Array, bytes: Float64Array): Cloud {
  const rows = Int32Array.from(objects.keys()).filter(
    (row) => (objects[row] ?? 0) >= 1 && (bytes[row] ?? 0) >= 1,
  );
  const decades = (figures: Float64Array) => Float64Array.from(rows, (row) => Math.log10(figures[row] ?? 1));
  return { x: decades(objects), y: decades(bytes), rows, apart: objects.length - rows.length };
}

export type Span = readonly [from: number, to: number];

/** Whole decades that hold all values, at least one. */
export function decadesOf(values: Float64Array): Span {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least > most) return [0, 3];
  return [Math.floor(least), Math.max(Math.ceil(most), Math.floor(least) + 1)];
}

/** Decades that get a figure: all of a few, else every third, where a unit begins. */
export function ticksOf([from, to]: Span): readonly number[] {
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return to - from <= 4 ? all : all.filter((decade) => decade % 3 === 0);
}

/** Cells of the plot, each about as large as a dot. */
const columns = 300;
const lines = 220;

/**
 * Which points to draw: all of them up to `most`; of more, the first in each cell of the plot, since one would cover the
 * others.
 */
export function pointsToDraw({ x, y }: Cloud, across: Span, up: Span, most: number): readonly number[] {
  const all = [...x.keys()];
  if (all.length <= most) return all;
  const taken = new Set<number>();
  return all.filter((point) => {
    const column = Math.floor((((x[point] ?? 0) - across[0]) / (across[1] - across[0])) * columns);
    const line = Math.floor((((y[point] ?? 0) - up[0]) / (up[1] - up[0])) * lines);
    const cell = line * (columns + 1) + column;
    if (taken.has(cell)) return false;
    taken.add(cell);
    return true;
  });
}

/** The point nearest to a place, within `reach`; all in pixels, by the two scales. `null` where there is none. */
export function nearestPoint(
  { x, y }: Cloud,
  place: { readonly left: number; readonly top: number },
  toLeft: (decade: number) => number,
  toTop: (decade: number) => number,
  reach: number,
): number | null {
  let nearest: number | null = null;
  let least = reach;
  for (const point of x.keys()) {
    const distance = Math.hypot(toLeft(x[point] ?? 0) - place.left, toTop(y[point] ?? 0) - place.top);
    if (distance > least) continue;
    least = distance;
    nearest = point;
  }
  return nearest;
}

/** The line of one mean object size within the plot; `null` where it does not cross it. */
export function diagonal(
  meanDecade: number,
  across: Span,
  up: Span,
): { readonly from: Span; readonly to: Span } | null {
  const start = Math.max(across[0], up[0] - meanDecade);
  const end = Math.min(across[1], up[1] - meanDecade);
  return end > start ? { from: [start, start + meanDecade], to: [end, end + meanDecade] } : null;
}

export interface CloudRow {
  /** Buckets with 10^decade to 10^(decade + 1) objects. */
  readonly decade: number;
  readonly count: number;
  /** Bytes of the smallest, the middle and the largest, rounded. */
  readonly bytes: readonly [least: number, median: number, most: number];
}

/** The cloud as a table: buckets by decades of objects. */
export function cloudRows({ x, y }: Cloud): readonly CloudRow[] {
  const groups = new Map<number, number[]>();
  for (const point of x.keys()) {
    const decade = Math.floor(x[point] ?? 0);
    const group = groups.get(decade) ?? [];
    group.push(y[point] ?? 0);
    groups.set(decade, group);
  }
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([decade, decades]) => {
      const sorted = decades.toSorted((a, b) => a - b);
      const bytesAt = (index: number) => Math.round(10 ** (sorted[index] ?? 0));
      const last = sorted.length - 1;
      return {
        decade,
        count: sorted.length,
        bytes: [bytesAt(0), bytesAt(Math.floor(last / 2)), bytesAt(last)],
      };
    });
}
