/** Which row the keys lead to. */

/**
 * The row that a key leads to from row `from`, both counted from 0; `null` where the key moves nothing.
 *
 * @param count - rows there are.
 * @param page - rows that fit the screen.
 */
export function rowAfterKey(key: string, from: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const to = target(key, from, count, Math.max(1, page));
  return to === null ? null : Math.min(Math.max(to, 0), count - 1);
}

function target(key: string, from: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return from + 1;
    case 'ArrowUp':
      return from - 1;
    case 'PageDown':
      return from + page;
    case 'PageUp':
      return from - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** First and last row that are wholly in view, counted from 0; the last is before the first where none is. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The rows wholly between `top` and `bottom`, pixels from the start of the first row. */
export function rowsBetween(top: number, bottom: number, rowHeight: number, count: number): RowRange {
  return {
    first: Math.max(0, Math.ceil(top / rowHeight)),
    last: Math.min(count, Math.floor(bottom / rowHeight)) - 1,
  };
}

/** What of `indexes`, in order, stands next to each other: `[from, to)` of every run. */
export function runsOf(indexes: readonly number[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const index of indexes) {
    const last = runs.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else runs.push([index, index + 1]);
  }
  return runs;
}
