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

/** A row and the pixels that keep it from the one before; the last is only what is left below. */
export interface Placed {
  readonly index: number | null;
  readonly gap: number;
}

/** Rows in their places in a body of some height; where there is no room between, in their order. */
export function placesOf(
  indexes: readonly number[],
  rowHeight: number,
  { shift, height }: { readonly shift: number; readonly height: number },
): readonly Placed[] {
  let used = 0;
  const places = indexes.map((index, position): Placed => {
    const lowest = height - (indexes.length - position) * rowHeight;
    const gap = Math.max(0, Math.min(index * rowHeight - shift, lowest) - used);
    used += gap + rowHeight;
    return { index, gap };
  });
  return [...places, { index: null, gap: Math.max(0, height - used) }];
}
