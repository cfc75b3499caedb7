/** Resolves once what is drawn now is on the screen; soon in a hidden page, which draws nothing. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
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
