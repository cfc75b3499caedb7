/** Maps between rows and lines. A group head takes one line, as high as a row. */

export interface Lines {
  readonly count: number;
  readonly of: (row: number) => number;
  readonly rowsBefore: (line: number) => number;
}

/** @param firsts - rows with a head before them, ascending. */
export function linesOf(rows: number, firsts: readonly number[]): Lines {
  return {
    count: rows + firsts.length,
    of: (row) => row + firsts.filter((first) => first <= row).length,
    rowsBefore: (line) => line - firsts.filter((first, heads) => first + heads < line).length,
  };
}
