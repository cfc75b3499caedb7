/**
 * Calls back when the page is idle, at the latest after `timeout` milliseconds. Safari has no
 * `requestIdleCallback`; there it waits 50 ms.
 */
export function whenIdle(then: () => void, timeout: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout });
  else setTimeout(then, 50);
}
