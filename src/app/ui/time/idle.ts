/**
 * Calls `then` when the page is idle, after `timeout` milliseconds at the latest. Safari has no
 * `requestIdleCallback`, so there it waits 50 ms.
 */
export function whenIdle(then: () => void, timeout: number): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout });
  else setTimeout(then, 50);
}
