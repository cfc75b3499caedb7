/** Resolves once the page has nothing better to do, and after `longest` milliseconds in any case. */
export function idle(longest: number): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks; a turn of the event loop is what there is.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: longest });
    else setTimeout(resolve, Math.min(50, longest));
  });
}
