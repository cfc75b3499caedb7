/**
 * Calls back once the page has nothing better to do, at the latest after so many milliseconds. Safari has no idle
 * callbacks; a turn of the event loop is what there is.
 */
export function whenIdle(then: () => void, timeout: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout });
  else setTimeout(then, 50);
}
