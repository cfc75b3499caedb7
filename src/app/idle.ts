/** Milliseconds after which a page that is hidden, or covered, has drawn nothing and will not. */
const longestFrames = 500;

/** Resolves once what React was given now is on the screen. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, longestFrames);
    // The first may come before React has had its turn.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}

/**
 * Calls back once the page has nothing better to do, at the latest after so many milliseconds. Safari has no idle
 * callbacks; a turn of the event loop is what there is.
 */
export function whenIdle(then: () => void, timeout: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout });
  else setTimeout(then, 50);
}
