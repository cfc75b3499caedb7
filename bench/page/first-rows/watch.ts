/** Runs inside a page before its own scripts, and records the times at which content is on the screen. */

import type { Filter, Landmark } from './watched-pages.ts';

/** Milliseconds since the start of the navigation. */
export interface Watch {
  /** Landmark → first frame in which it is on the screen and laid out. */
  readonly seen: Record<string, number>;
  /** First frame in which React has rendered the page's heading. `null` before it. */
  takenOver: number | null;
  /** First frame in which all rows contain the typed key. `null` before it. */
  filtered: number | null;
  /** Tasks of more than 50 ms: end and duration, milliseconds. */
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
  /** The filter into which the key is typed as soon as the field exists. `null`: nothing is typed. */
  readonly filter: Filter | null;
}

/** Checks every frame. It uses nothing outside itself, because its source text is sent to the browser. */
export function watchPage({ landmarks, filter }: Watched): void {
  /** Milliseconds after which a key without effect is typed again. */
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
    // `getBoundingClientRect` forces layout, so a time read after it includes layout.
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
    // Scrolls as a reader would, if the field or the first row is outside the screen.
    if (!isOnScreen(input) || (row && !isOnScreen(row))) input.scrollIntoView({ block: 'center' });
    if (!isOnScreen(input)) return;
    const now = performance.now();
    if (input.value === key && now - typedAt < patience) return;
    typedAt = now;
    input.focus({ preventScroll: true });
    // Only a changed value fires an event, so a field that already holds the key is emptied first.
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
