/**
 * Computes a scatter plot of two figures on logarithmic axes. It keeps only points that can be distinguished.
 */

export type Span = readonly [from: number, to: number];

/** Points of a scatter plot as plain data. Their number is limited for lists of any length. */
export interface ScatterPoints {
  readonly count: number;
  /** Number of rows without a point, because one figure is 0 or absent. */
  readonly apart: number;
  /** Range of each axis in whole decades (powers of ten): `across` horizontal, `up` vertical. */
  readonly across: Span;
  readonly up: Span;
  /**
   * Points to draw, highest first: coordinates in decades (`x`, `y`), and positions of their rows in the
   * listing (`rows`).
   */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly rows: Int32Array;
  readonly table: readonly ScatterRow[];
}

export interface ScatterRow {
  /** Power of ten: the row counts points whose first figure is from 10^decade to 10^(decade + 1). */
  readonly decade: number;
  readonly count: number;
  /** Minimum, median and maximum of the second figure, rounded. */
  readonly figures: readonly [least: number, median: number, most: number];
}

const mostPoints = 5_000;
/**
 * Number of grid columns in the plot. If there are too many points, only the highest point of each cell is
 * drawn: a dot covers about one cell.
 */
const columns = 150;
const lines = 110;
const steps = 4096;

export function scatterOf(across: Float64Array, up: Float64Array, most = mostPoints): ScatterPoints {
  const { rows, x, y } = placesOf(across, up);
  const spans = { across: decadesOf(x), up: decadesOf(y) };
  const points = Uint32Array.from(rows.length > most ? highestOfCells(x, y, spans) : x.keys());
  points.sort((a, b) => (y[b] ?? 0) - (y[a] ?? 0) || a - b);
  return {
    count: rows.length,
    apart: across.length - rows.length,
    ...spans,
    x: Float64Array.from(points, (point) => x[point] ?? 0),
    y: Float64Array.from(points, (point) => y[point] ?? 0),
    rows: Int32Array.from(points, (point) => rows[point] ?? 0),
    table: tableOf(x, y),
  };
}

function placesOf(across: Float64Array, up: Float64Array) {
  const rows = new Int32Array(across.length);
  const x = new Float64Array(across.length);
  const y = new Float64Array(across.length);
  let count = 0;
  for (let row = 0; row < across.length; row += 1) {
    const [one, other] = [across[row] ?? 0, up[row] ?? 0];
    if (!(one >= 1 && other >= 1)) continue;
    rows[count] = row;
    x[count] = Math.log10(one);
    y[count] = Math.log10(other);
    count += 1;
  }
  return { rows: rows.subarray(0, count), x: x.subarray(0, count), y: y.subarray(0, count) };
}

export function decadesOf(values: Float64Array): Span {
  const [least, most] = extentOf(values);
  if (least > most) return [0, 3];
  return [Math.floor(least), Math.max(Math.ceil(most), Math.floor(least) + 1)];
}

/** Returns minimum and maximum; the minimum is above the maximum if there are no values. */
function extentOf(values: Float64Array): Span {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) {
    least = Math.min(least, values[at] ?? Number.POSITIVE_INFINITY);
    most = Math.max(most, values[at] ?? Number.NEGATIVE_INFINITY);
  }
  return [least, most];
}

function highestOfCells(
  x: Float64Array,
  y: Float64Array,
  { across, up }: Readonly<Record<'across' | 'up', Span>>,
): Int32Array {
  const highest = new Int32Array((columns + 1) * (lines + 1)).fill(-1);
  for (let point = 0; point < x.length; point += 1) {
    const column = Math.floor((((x[point] ?? 0) - across[0]) / (across[1] - across[0])) * columns);
    const line = Math.floor((((y[point] ?? 0) - up[0]) / (up[1] - up[0])) * lines);
    const cell = line * (columns + 1) + column;
    const known = highest[cell] ?? -1;
    if (known < 0 || (y[point] ?? 0) > (y[known] ?? 0)) highest[cell] = point;
  }
  return highest.filter((point) => point >= 0);
}

function tableOf(x: Float64Array, y: Float64Array): readonly ScatterRow[] {
  const [from, to] = decadesOf(x);
  const counts = new Uint32Array(to - from + 1);
  for (let point = 0; point < x.length; point += 1) {
    const index = Math.floor(x[point] ?? 0) - from;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const groups = Array.from(counts, (count) => new Float64Array(count));
  const filled = new Uint32Array(counts.length);
  for (let point = 0; point < x.length; point += 1) {
    const index = Math.floor(x[point] ?? 0) - from;
    const group = groups[index];
    if (group) group[filled[index] ?? 0] = y[point] ?? 0;
    filled[index] = (filled[index] ?? 0) + 1;
  }
  return groups.flatMap((values, index) => {
    if (values.length === 0) return [];
    const [least, most] = extentOf(values);
    const figure = (place: number) => Math.round(10 ** place);
    const median = medianOf(values, [least, most]);
    return [
      {
        decade: from + index,
        count: values.length,
        figures: [figure(least), figure(median), figure(most)],
      },
    ];
  });
}

/**
 * Returns the lower median. It counts the values in bins of equal width and sorts only the bin with the
 * median.
 */
function medianOf(values: Float64Array, [least, most]: Span): number {
  const rank = Math.floor((values.length - 1) / 2);
  const width = most - least;
  const isDivided = width > 0 && Number.isFinite(width);
  const stepOf = (value: number) => (isDivided ? Math.floor(((value - least) / width) * steps) : 0);
  const counts = new Uint32Array(steps + 1);
  for (let at = 0; at < values.length; at += 1) {
    const step = stepOf(values[at] ?? 0);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let step = 0;
  let below = 0;
  while (below + (counts[step] ?? 0) <= rank) {
    below += counts[step] ?? 0;
    step += 1;
  }
  return values.filter((value) => stepOf(value) === step).sort()[rank - below] ?? Number.NaN;
}

/**
 * Returns the decades that get a tick label: all if there are few, otherwise every third, at which a unit
 * (kB, MB) starts.
 */
export function ticksOf([from, to]: Span): readonly number[] {
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return to - from <= 4 ? all : all.filter((decade) => decade % 3 === 0);
}

/** Finds the point nearest to a place, at most `reach` pixels away; `null` if there is none. */
export function nearestPoint(
  { x, y }: Pick<ScatterPoints, 'x' | 'y'>,
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

/**
 * Returns the line on which all buckets have the same mean object size, clipped to the plot; `null` if it
 * lies outside.
 */
export function diagonal(
  meanDecade: number,
  across: Span,
  up: Span,
): { readonly from: Span; readonly to: Span } | null {
  const start = Math.max(across[0], up[0] - meanDecade);
  const end = Math.min(across[1], up[1] - meanDecade);
  return end > start ? { from: [start, start + meanDecade], to: [end, end + meanDecade] } : null;
}
