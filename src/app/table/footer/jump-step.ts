/** Choices that a finger still goes through. */
const most = 50;
const sizes = [1, 10, 100, 1_000, 10_000, 100_000].flatMap((ten) => [25 * ten, 50 * ten, 100 * ten]);

/** Into parts of how many rows a list is cut for going to one of them: no more than fifty, of round sizes. */
export function jumpStep(count: number): number {
  return sizes.find((size) => count <= most * size) ?? Math.ceil(count / most);
}
