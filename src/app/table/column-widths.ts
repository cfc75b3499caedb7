/** Minimum width of a flexible column, rem. */
const leastFlexible = 8;

/**
 * Returns the CSS widths of a table's columns: as requested if they fit. Otherwise all are reduced in
 * proportion, so that no column is cut off.
 * @param widths - CSS widths in `rem` or `%`. Any other value means a flexible column.
 * @param available - width of the table, pixels; 0 while unknown.
 * @param rem - pixels per rem.
 */
export function columnWidths(
  widths: readonly (string | undefined)[],
  available: number,
  rem: number,
): readonly (string | undefined)[] {
  const needs = widths.map((width) => {
    const number = Number.parseFloat(width ?? '');
    if (width?.endsWith('rem')) return number * rem;
    return width?.endsWith('%') ? (number / 100) * available : leastFlexible * rem;
  });
  const all = needs.reduce((sum, need) => sum + need, 0);
  if (all <= available || available === 0) return widths;
  return needs.map((need) => `${((need / all) * 100).toFixed(2)}%`);
}
