/** How wide columns may be. */

/** What a column that takes the rest needs at least, in rem. */
const leastFlexible = 8;

/**
 * CSS widths of the columns of a table: as wished where they fit, else all narrower in proportion, so that none is cut
 * off.
 *
 * @param wishes - CSS widths in `rem` or `%`; a column of any other width, or of none, takes what is left.
 * @param available - width of the table, pixels; 0 while it is not known.
 * @param rem - pixels.
 */
export function columnWidths(
  wishes: readonly (string | undefined)[],
  available: number,
  rem: number,
): readonly (string | undefined)[] {
  const needs = wishes.map((wish) => {
    const number = Number.parseFloat(wish ?? '');
    if (wish?.endsWith('rem')) return number * rem;
    return wish?.endsWith('%') ? (number / 100) * available : leastFlexible * rem;
  });
  const all = needs.reduce((sum, need) => sum + need, 0);
  if (all <= available || available === 0) return wishes;
  return needs.map((need) => `${((need / all) * 100).toFixed(2)}%`);
}
