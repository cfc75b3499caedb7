export interface Scale {
  /** Maps a value to 0 (bottom) … 1 (top). On a logarithmic scale, values up to zero map to 0. */
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Factor by which the axis exceeds the highest value, to leave room for labels in the plot. */
const headroom = 1.4;

/** Minimum range of a small line chart, as a share of its highest value: smaller changes must look small. */
const leastShare = 0.02;

/**
 * Returns the range of a small line chart, which need not start at zero. It is at least 2 % of the highest
 * value, with the values in the middle.
 */
export function lineRange(values: readonly number[]): { readonly lowest: number; readonly highest: number } {
  if (values.length === 0) return { lowest: 0, highest: 1 };
  const low = values.reduce((least, value) => Math.min(least, value));
  const high = values.reduce((most, value) => Math.max(most, value));
  const missing = Math.max(1, Math.abs(high) * leastShare) - (high - low);
  if (missing <= 0) return { lowest: low, highest: high };
  const lowest = low >= 0 ? Math.max(0, low - missing / 2) : low - missing / 2;
  return { lowest, highest: lowest + missing + (high - low) };
}

/**
 * Creates a scale from zero with ticks at multiples of 1, 2, 2.5 or 5 times a power of ten.
 * @param most - maximum number of steps between ticks
 */
export function linearScale(highest: number, most = 4): Scale {
  const top = Math.max(1, highest) * headroom;
  const power = 10 ** Math.floor(Math.log10(top / most));
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((each) => top / (each * power) <= most) ?? 10) * power);
  const ticks = Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
  return { place: (value) => Math.max(0, value) / top, ticks: ticks.filter(Number.isInteger) };
}

export function logScale(lowest: number, highest: number, most = 5): Scale {
  const from = Math.floor(Math.log10(Math.max(1, lowest)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(1, highest) * headroom)));
  const step = Math.max(1, Math.ceil((to - from) / most));
  const ticks = Array.from(
    { length: Math.floor((to - from) / step) + 1 },
    (_, index) => 10 ** (from + index * step),
  );
  return {
    place: (value) => (value <= 0 ? 0 : Math.max(0, (Math.log10(value) - from) / (to - from))),
    ticks,
  };
}
