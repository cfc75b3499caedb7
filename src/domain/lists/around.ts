export interface Around<T> {
  readonly previous: T | undefined;
  readonly next: T | undefined;
}

/**
 * Returns the items before and after an item, in circular order. Of two items, each has one neighbour only; a
 * single item has none.
 */
export function around<T>(all: readonly T[], index: number): Around<T> {
  if (all.length < 2 || index < 0) return { previous: undefined, next: undefined };
  const isCircle = all.length > 2;
  return {
    previous: isCircle ? all.at(index - 1) : all[index - 1],
    next: all[isCircle ? (index + 1) % all.length : index + 1],
  };
}
