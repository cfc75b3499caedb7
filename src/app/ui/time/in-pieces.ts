/** Long work on the page's own thread. */

/** As much as keys and frames can wait for, milliseconds. */
const longestPiece = 8;

/** Takes the steps of some work, with room for whatever else there is to do in between. */
export async function inPieces<T>(steps: Generator<unknown, T>): Promise<T> {
  let end = performance.now() + longestPiece;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    // Yields to input and frames.
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + longestPiece;
  }
}
