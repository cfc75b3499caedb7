/**
 * Returns the index of the row to which a key leads, from 0; `null` if the key moves nothing.
 * @param count - number of rows.
 * @param page - number of rows per screen.
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

export interface RowRange {
  readonly first: number;
  readonly last: number;
}

export function rowsBetween(top: number, bottom: number, rowHeight: number, count: number): RowRange {
  return {
    first: Math.max(0, Math.ceil(top / rowHeight)),
    last: Math.min(count, Math.floor(bottom / rowHeight)) - 1,
  };
}

/**
 * A row in the document, and the pixels between it and the row before. The last entry, with index `null`, is
 * the space below the rows.
 */
export interface Placed {
  readonly index: number | null;
  readonly gap: number;
}

/**
 * Computes the gaps before rows in a body of fixed height. If there is not enough room, the rows follow each
 * other without gaps.
 */
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
