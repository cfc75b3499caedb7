/** Runs inside a page before its own scripts, and records when content is on the screen. */

import type { Filter, Landmark } from './watched-pages.ts';

/** Milliseconds since the start of the navigation. */
export interface Watch {
  /** First frame with each landmark on the screen, its layout included. */
  readonly seen: Record<string, number>;
  /** First frame in which React owned the page's heading. */
  takenOver: number | null;
  /** First frame with the rows found by a key. */
  filtered: number | null;
  /** Tasks over 50 ms. */
  readonly longTasks: { readonly end: number; readonly duration: number }[];
  largestPaint: number | null;
}

declare global {
  interface Window {
    benchWatch?: Watch;
  }
}

export interface Watched {
  readonly landmarks: readonly Landmark[];
  /** Typed into as soon as it is there. `null`: no typing. */
  readonly filter: Filter | null;
}

/** Checks every frame. Self-contained, because its text is sent to the browser. */
export function watchPage({ landmarks, filter }: Watched): void {
  /** Milliseconds until an ineffective key is typed again. */
  const patience = 250;
  const watch: Watch = { seen: {}, takenOver: null, filtered: null, longTasks: [], largestPaint: null };
  window.benchWatch = watch;
  performance.setResourceTimingBufferSize(2000);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watch.longTasks.push({ end: startTime + duration, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    watch.largestPaint = list.getEntries().at(-1)?.startTime ?? watch.largestPaint;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  const isOnScreen = (element: Element): boolean => {
    // Measuring the box forces layout, so the time taken after it includes layout.
    const { width, height, top, bottom } = element.getBoundingClientRect();
    const shown = element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    return shown && width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
  };
  const isSeen = ({ selector, least, pattern }: Landmark): boolean => {
    const found = [...document.querySelectorAll(selector)].slice(0, least);
    const words = pattern === null ? null : new RegExp(pattern);
    return (
      found.length === least &&
      found.every((element) => words?.test(element.textContent ?? '') !== false && isOnScreen(element))
    );
  };
  const isFiltered = ({ rows, key }: Filter): boolean => {
    const [first, ...others] = document.querySelectorAll(rows);
    const holds = (row: Element) => (row.textContent ?? '').toLowerCase().includes(key);
    return first !== undefined && isOnScreen(first) && holds(first) && others.every(holds);
  };

  let typedAt = Number.NEGATIVE_INFINITY;
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const type = ({ field, rows, key }: Filter): void => {
    const input = document.querySelector(field);
    if (!(input instanceof HTMLInputElement)) return;
    const row = document.querySelector(rows);
    // A reader scrolls if either is below the screen.
    if (!isOnScreen(input) || (row && !isOnScreen(row))) input.scrollIntoView({ block: 'center' });
    if (!isOnScreen(input)) return;
    const now = performance.now();
    if (input.value === key && now - typedAt < patience) return;
    typedAt = now;
    input.focus({ preventScroll: true });
    // A field that already holds the key must change to fire an event.
    for (const text of input.value === key ? ['', key] : [key]) {
      write?.set?.call(input, text);
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
    }
  };
  const isOfReact = (element: Element | null): boolean =>
    element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber$'));

  const look = (): void => {
    for (const landmark of landmarks)
      if (watch.seen[landmark.name] === undefined && isSeen(landmark))
        watch.seen[landmark.name] = performance.now();
    if (watch.takenOver === null && isOfReact(document.querySelector('main h1')))
      watch.takenOver = performance.now();
    if (filter && watch.filtered === null) {
      if (isFiltered(filter)) watch.filtered = performance.now();
      else type(filter);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
