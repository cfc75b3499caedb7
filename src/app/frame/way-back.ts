/** Restores the scroll position and the focused link after Back. */

import { returning } from '../components/page/navigation.ts';

interface Place {
  readonly top: number;
  /** The link that the viewer followed; `null` if the viewer did not follow a link. */
  readonly link: {
    readonly href: string;
    /** Index among links with the same URL. */
    readonly position: number;
    /** Distance from the top of the window in pixels; `null` if the link does not scroll with the page. */
    readonly y: number | null;
  } | null;
}

const mostPlaces = 200;
/** Maximum milliseconds to wait for the content of the page. */
const longestWait = 3_000;

/** Scroll position and link of each page that was left, by history entry. */
const places = new Map<string, Place>();

/** Returns the key of the current history entry. The router gives a key to every entry except the first. */
function entryNow(): string {
  const { state } = globalThis.history;
  const key: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'key') : null;
  return typeof key === 'string' ? key : 'first';
}

function linksTo(href: string): readonly Element[] {
  return [...document.querySelectorAll('a[href]')].filter((link) => link.getAttribute('href') === href);
}

/** Whether an element moves exactly as the page scrolls. */
function isInFlow(element: Element): boolean {
  for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
    const { overflowY, position } = getComputedStyle(box);
    if (/auto|scroll/.test(overflowY) || /fixed|sticky/.test(position)) return false;
  }
  return true;
}

function remember(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  const href = link?.getAttribute('href') ?? null;
  const entry = entryNow();
  places.delete(entry);
  places.set(entry, {
    top: globalThis.scrollY,
    link:
      link && href !== null
        ? {
            href,
            position: linksTo(href).indexOf(link),
            y: isInFlow(link) ? link.getBoundingClientRect().top : null,
          }
        : null,
  });
  const [oldest] = places.keys();
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest);
}

/**
 * Restores position and focus as far as possible. Returns whether both are restored: rows may arrive later
 * than the page. Lines above the link may also arrive later, so the link is put where it was in the window.
 */
function goTo({ top, link }: Place): boolean {
  const target = link && linksTo(link.href)[link.position];
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
  /** Pixels still to scroll. */
  const left = () =>
    target && link.y !== null ? target.getBoundingClientRect().top - link.y : top - globalThis.scrollY;
  if (Math.abs(left()) > 1) globalThis.scrollBy(0, left());
  return Math.abs(left()) <= 1 && (link === null || document.activeElement === target);
}

let stop: () => void = () => undefined;

function comeBack({ state }: PopStateEvent): void {
  stop();
  // A jump inside the page also fires `popstate`. Only entries of the router have a state.
  if (state === null) return;
  const place = places.get(entryNow());
  if (!place) return;
  returning.now = place.link !== null;
  const attempt = () => goTo(place) && stop();
  const observer = new MutationObserver(attempt);
  const timer = setTimeout(() => {
    stop();
    // The link no longer exists, so the heading gets the focus, as on any other page.
    if (place.link && document.activeElement === document.body)
      document.querySelector('h1')?.focus({ preventScroll: true });
  }, longestWait);
  const taken = new AbortController();
  stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    taken.abort();
    returning.now = false;
  };
  // Any input of the viewer stops the restoration.
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(event, () => stop(), { capture: true, passive: true, signal: taken.signal });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
}

export function watchWayBack(): void {
  globalThis.history.scrollRestoration = 'manual';
  // After a reload, the browser itself restores the position.
  addEventListener('pagehide', () => {
    globalThis.history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', () => {
    globalThis.history.scrollRestoration = 'manual';
  });
  document.addEventListener('click', (event) => remember(event.target), { capture: true });
  document.addEventListener('keydown', (event) => event.key === 'Enter' && remember(event.target), {
    capture: true,
  });
  addEventListener('popstate', comeBack);
}
