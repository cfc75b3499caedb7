/** Limits of one list of a handover, so that no range makes an unbounded response. */
export interface Limits {
  readonly rows: number;
  /** Characters of all rows as JSON. The most important row is listed even if it is longer. */
  readonly characters: number;
}

/** Limits of a handover of one deployment. */
export const handoverLimits: Limits = { rows: 500, characters: 300_000 };

/** Returns the limits of each of several handovers in one response. */
export function limitsOfEach(handovers: number): Limits {
  const { rows, characters } = handoverLimits;
  const share = Math.max(1, handovers);
  return { rows: Math.max(10, Math.floor(rows / share)), characters: Math.floor(characters / share) };
}

/** Returns the first rows of a list that fit. */
export function firstThatFit<Row>(rows: readonly Row[], { rows: most, characters }: Limits): readonly Row[] {
  let length = 0;
  let count = 0;
  while (count < Math.min(most, rows.length)) {
    length += JSON.stringify(rows[count]).length;
    if (length > characters && count > 0) break;
    count += 1;
  }
  return rows.slice(0, count);
}

/** Returns the last rows of a list that fit. */
export function lastThatFit<Row>(rows: readonly Row[], limits: Limits): readonly Row[] {
  return firstThatFit(rows.toReversed(), limits).toReversed();
}
