/** Runs inside a page before its own scripts, and records the time at which the verdict is on screen. */

/** Milliseconds since the start of the navigation. */
export interface VerdictTimes {
  /** First frame with a readable verdict, its layout included. */
  readonly verdict: number;
}

declare global {
  interface Window {
    benchVerdict?: Promise<VerdictTimes>;
    /** First frame in which React has rendered the verdict. Never resolves on a page without React. */
    benchTakenOver?: Promise<number>;
    benchLongTasks?: number[];
  }
}

/**
 * Every verdict, or the evidence beside it, contains one of these words. The text of a waiting page contains
 * none.
 */
export const stateWords = 'operational|degraded|outage|maintenance|recalibrating';

/**
 * Waits for the element with the verdict. A waiting page has the same element, so its text must contain a
 * state word. The function uses nothing outside itself, because its source text is sent to the browser.
 */
export function watchVerdict({ words }: { readonly words: string }): void {
  const stateWord = new RegExp(words, 'i');
  const notYet = /^(waiting|no contact|not confirmed|refused|no status document)/i;
  const longTasks: number[] = [];
  window.benchLongTasks = longTasks;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });

  const heading = (): Element | null => {
    const element = document.querySelector('[role=status][aria-label="Overall status"]');
    const title = element?.querySelector('h1') ?? null;
    const hasWord =
      stateWord.test(element?.textContent ?? '') && !notYet.test(title?.textContent?.trim() ?? '');
    return hasWord ? title : null;
  };
  // `getBoundingClientRect` forces layout, so a time read after it includes layout.
  const isVisible = (element: Element): boolean => {
    const { width, height, top, bottom } = element.getBoundingClientRect();
    const shown = element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    return shown && width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
  };
  const isOfReact = (element: Element): boolean =>
    Object.keys(element).some((key) => key.startsWith('__reactFiber$'));

  let resolveSeen: (times: VerdictTimes) => void = () => undefined;
  let resolveTaken: (time: number) => void = () => undefined;
  window.benchVerdict = new Promise((resolve) => {
    resolveSeen = resolve;
  });
  window.benchTakenOver = new Promise((resolve) => {
    resolveTaken = resolve;
  });
  let isScheduled = false;
  const check = (): void => {
    isScheduled = false;
    const element = heading();
    if (!element) return;
    if (!isVisible(element)) return schedule();
    const time = performance.now();
    resolveSeen({ verdict: time });
    if (!isOfReact(element)) return;
    resolveTaken(time);
    observer.disconnect();
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(check);
  };
  const observer = new MutationObserver(() => {
    if (heading()) schedule();
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}
