/** Parts in order of time. Each ends where the next one begins. */
export interface Ordered {
  readonly count: number;
  fromAt(index: number): number;
}

/** Finds the index of the part at `time`; -1 before the first part. */
export function indexAt(parts: Ordered, time: number): number {
  let [low, high] = [0, parts.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts.fromAt(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
