/** Maximum milliseconds for which input and frames must wait. */
const longestPiece = 8;

/** Runs the steps of a long computation and yields to input and frames between them. */
export async function inPieces<T>(steps: Generator<unknown, T>): Promise<T> {
  let end = performance.now() + longestPiece;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < end) continue;
    await new Promise((resolve) => setTimeout(resolve));
    end = performance.now() + longestPiece;
  }
}
