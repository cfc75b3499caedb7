/** Converts between rows and lines. The heading of a group takes one line, as high as a row. */

export interface Lines {
  readonly count: number;
  readonly of: (row: number) => number;
  readonly rowsBefore: (line: number) => number;
}

/**
 * Creates the conversion.
 * @param rows - number of rows.
 * @param firsts - indexes of rows that have a heading before them, ascending.
 */
export function linesOf(rows: number, firsts: readonly number[]): Lines {
  return {
    count: rows + firsts.length,
    of: (row) => row + firsts.filter((first) => first <= row).length,
    rowsBefore: (line) => line - firsts.filter((first, heads) => first + heads < line).length,
  };
}
