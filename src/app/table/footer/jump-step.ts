/** Maximum number of entries in the menu that jumps into a list. More could not be used on a phone. */
const most = 50;
const sizes = [1, 10, 100, 1_000, 10_000, 100_000].flatMap((ten) => [25 * ten, 50 * ten, 100 * ten]);

/**
 * Returns the number of rows per entry of the menu that jumps into a list: a round number that gives at most
 * fifty entries.
 */
export function jumpStep(count: number): number {
  return sizes.find((size) => count <= most * size) ?? Math.ceil(count / most);
}
