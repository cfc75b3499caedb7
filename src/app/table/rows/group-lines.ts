/** Rows with heads between them, each a line as high as a row: which line is which row. */

export interface Lines {
  readonly count: number;
  /** The line of a row. */
  readonly of: (row: number) => number;
  /** How many rows stand before a line. */
  readonly rowsBefore: (line: number) => number;
}

/** @param firsts - rows that have a head before them, in their order. */
export function linesOf(rows: number, firsts: readonly number[]): Lines {
  return {
    count: rows + firsts.length,
    of: (row) => row + firsts.filter((first) => first <= row).length,
    rowsBefore: (line) => line - firsts.filter((first, heads) => first + heads < line).length,
  };
}
