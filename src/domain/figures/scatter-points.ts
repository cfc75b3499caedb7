/** Two figures of every row as points on logarithmic axes: no more of them than an eye can tell apart. */

export type Span = readonly [from: number, to: number];

/** Plain data of a bounded size, however long the list. */
export interface ScatterPoints {
  /** Rows that have a point. */
  readonly count: number;
  /** Rows without one: empty, or without a figure. */
  readonly apart: number;
  /** Whole decades that hold all points. */
  readonly across: Span;
  readonly up: Span;
  /** The points to draw, the highest first: their places in decades, and the positions of their rows in the listing. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly rows: Int32Array;
  readonly table: readonly ScatterRow[];
}

export interface ScatterRow {
  /** Rows with 10^decade to 10^(decade + 1) of the first figure. */
  readonly decade: number;
  readonly count: number;
  /** The second figure of the smallest, the middle and the largest, rounded. */
  readonly figures: readonly [least: number, median: number, most: number];
}

/** Points up to which all are drawn. */
const mostPoints = 5_000;
/** Cells of the plot of which only the highest point is drawn where there are more: a dot covers about one. */
const columns = 150;
const lines = 110;
/** Of the values among which a median is sought. */
const steps = 4096;

/** The scatter of two figures of each row; `NaN` stands for one that is not there. */
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

/** Where the rows that have both figures stand, in decades. */
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

/** Whole decades that hold all values, at least one. */
export function decadesOf(values: Float64Array): Span {
  const [least, most] = extentOf(values);
  if (least > most) return [0, 3];
  return [Math.floor(least), Math.max(Math.ceil(most), Math.floor(least) + 1)];
}

/** The least and the most of values; the other way round where there are none. */
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

/** The lower of the middle values: values are counted in steps of equal width, and only those of its step are sorted. */
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

/** Decades that get a figure: all of a few, else every third, where a unit begins. */
export function ticksOf([from, to]: Span): readonly number[] {
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return to - from <= 4 ? all : all.filter((decade) => decade % 3 === 0);
}

/** The point nearest to a place, within `reach`; all in pixels, by the two scales. `null` where there is none. */
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
