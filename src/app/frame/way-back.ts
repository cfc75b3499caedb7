/** Back leads to where the reader was: the page as far down as it was scrolled, the focus on the link that led away. */

import { returning } from '../components/page/navigation.ts';

interface Place {
  readonly top: number;
  /** The link that was followed, and its number among those with its address; `null` where it was none. */
  readonly link: { readonly href: string; readonly position: number } | null;
}

const mostPlaces = 200;
/** A page that has not come back by then stays as it is, milliseconds. */
const longestWait = 3_000;

/** History entry → where the reader last was in it. */
const places = new Map<string, Place>();

/** The router names its entries; the first has no name. */
function entryNow(): string {
  const { state } = globalThis.history;
  const key: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'key') : null;
  return typeof key === 'string' ? key : 'first';
}

function linksTo(href: string): readonly Element[] {
  return [...document.querySelectorAll('a[href]')].filter((link) => link.getAttribute('href') === href);
}

function remember(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  const href = link?.getAttribute('href') ?? null;
  const entry = entryNow();
  places.delete(entry);
  places.set(entry, {
    top: globalThis.scrollY,
    link: link && href !== null ? { href, position: linksTo(href).indexOf(link) } : null,
  });
  const [oldest] = places.keys();
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest);
}

/** Whether all of it could be done: what is listed may arrive later than the page. */
function goTo({ top, link }: Place): boolean {
  if (Math.abs(globalThis.scrollY - top) > 1) globalThis.scrollTo(0, top);
  const target = link && linksTo(link.href)[link.position];
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
  return Math.abs(globalThis.scrollY - top) <= 1 && (link === null || document.activeElement === target);
}

let stop: () => void = () => undefined;

function comeBack({ state }: PopStateEvent): void {
  stop();
  // A jump within the page, as to its content, is told in the same way; the router's entries have a state.
  if (state === null) return;
  const place = places.get(entryNow());
  if (!place) return;
  returning.now = place.link !== null;
  const attempt = () => goTo(place) && stop();
  const observer = new MutationObserver(attempt);
  const timer = setTimeout(() => {
    stop();
    // The link is gone: the page is told by its heading, as any other.
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
  // Whoever does something meanwhile is not pulled away from it.
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    document.addEventListener(event, () => stop(), { capture: true, passive: true, signal: taken.signal });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
}

/** Takes the place of the browser's own memory of scrolling, which knows nothing of pages that are drawn later. */
export function watchWayBack(): void {
  globalThis.history.scrollRestoration = 'manual';
  // A reload is the browser's again.
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
