/** Settings that are stored in this browser. All of them work without storage. */

import { type Theme, themeCookie } from '#contract/host.ts';
import { mountPath } from '../delivered/base.ts';
import { deliveredConfig, documentServed } from '../delivered/delivered.ts';
import { isInHost, useStore } from '../ui/host.ts';
import { whenIdle } from '../ui/time/idle.ts';

function stored(key: string): string | null {
  if (isInHost) return null;
  try {
    return localStorage.getItem(`edgewatch:${key}`);
  } catch {
    return null;
  }
}

/** Fires the event `setting` if a setting could not be stored and lasts only until the page closes. */
export const unkept = new EventTarget();

function reportUnsaved(): void {
  unkept.dispatchEvent(new Event('setting'));
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(`edgewatch:${key}`, value);
  } catch {
    // Storage is full or denied.
    reportUnsaved();
  }
}

/**
 * Creates a setting that is stored under `key`. The first option is the default. `apply` is called with the
 * value at once and after each change.
 */
export function setting<T extends string>(
  key: string,
  options: readonly [T, ...T[]],
  apply: (value: T) => void,
) {
  const wanted = stored(key);
  let value = options.find((option) => option === wanted) ?? options[0];
  const listeners = new Set<() => void>();
  apply(value);
  return {
    get: () => value,
    set: (next: T) => {
      value = next;
      store(key, next);
      apply(next);
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export function acknowledgedNotices(): readonly string[] {
  return stored('record-notice')?.split('\n') ?? [];
}

/** Stores that a notice was acknowledged. The last eight are stored, so that earlier ones do not return. */
export function acknowledgeNotice(notice: string): void {
  store('record-notice', [notice, ...acknowledgedNotices()].slice(0, 8).join('\n'));
}

export type Density = 'comfortable' | 'compact';
const density = setting<Density>('density', ['comfortable', 'compact'], (value) => {
  if (!isInHost) document.documentElement.dataset['density'] = value;
});

const charts = setting('charts', ['folded', 'open'], () => undefined);

export function chartsNow() {
  return charts.get();
}

export function useCharts() {
  return [useStore(charts.subscribe, charts.get), charts.set] as const;
}

/** Whether single letters act as commands. People who dictate or have a tremor can turn this off. */
const letterKeys = setting('letter-keys', ['on', 'off'], () => undefined);

export function areLettersKeys(): boolean {
  return letterKeys.get() === 'on';
}

export function useLetterKeys(): [boolean, (on: boolean) => void] {
  return [useStore(letterKeys.subscribe, letterKeys.get) === 'on', (on) => letterKeys.set(on ? 'on' : 'off')];
}

export function useDensity(): [Density, (value: Density) => void] {
  return [useStore(density.subscribe, density.get), density.set];
}

function storedTheme(): string | undefined {
  return new RegExp(`(?:^|; )${themeCookie}=(\\w+)`).exec(document.cookie)?.[1];
}

function systemTheme(): Theme {
  return globalThis.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Returns the theme to show: from the URL, else the stored choice, else the theme of the system. */
function themeInForce(): Theme {
  const requested = new URLSearchParams(globalThis.location.search).get('theme') ?? storedTheme();
  return requested === 'dark' || requested === 'light' ? requested : systemTheme();
}

/** Theme of the wall, which overrides the stored choice while the wall is open; else `null`. */
let ownTheme: Theme | null = null;

function applyTheme(): void {
  document.documentElement.dataset['theme'] = ownTheme ?? themeInForce();
}

/** Maximum milliseconds to wait for an idle moment. A slow machine needs this long for its first page. */
const longestWait = 3_000;

/** Applies the theme now and after each change of the system's theme. */
export function followTheme(): void {
  // With a stored choice, the host has already sent the document in that theme. Otherwise the style sheet
  // follows the system. Setting the attribute restyles every element, so it waits for an idle moment. Reading
  // a cookie takes a message to another process, about 20 ms on a busy machine. A shared document has nobody's choice.
  if (deliveredConfig !== undefined && documentServed === undefined)
    whenIdle(() => {
      document.documentElement.dataset['theme'] ??= systemTheme();
    }, longestWait);
  else applyTheme();
  globalThis.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
}

/**
 * Sets a theme for one screen, such as the wall.
 * @returns a function that restores the usual theme.
 */
export function keepTheme(theme: Theme): () => void {
  ownTheme = theme;
  applyTheme();
  return () => {
    ownTheme = null;
    applyTheme();
  };
}

export function themeNow(): Theme {
  return (document.documentElement.dataset['theme'] ?? systemTheme()) === 'dark' ? 'dark' : 'light';
}

export function switchTheme(): void {
  chooseTheme(themeNow() === 'dark' ? 'light' : 'dark');
}

/** Stores a value in a cookie, so that the host can render with it. Has no effect if cookies are blocked. */
export function keepInCookie(name: string, value: string): void {
  try {
    // Not the Cookie Store API, which exists in secure contexts only.
    document.cookie = `${name}=${value}; path=${mountPath || '/'}; max-age=31536000; samesite=strict`;
  } catch {
    // A sandboxed frame with an opaque origin throws when cookies are accessed.
  }
}

/**
 * Applies a theme and stores it in a cookie. The host then sends the document in that theme, and no script
 * repaints it.
 */
function chooseTheme(theme: Theme): void {
  keepInCookie(themeCookie, theme);
  if (storedTheme() !== theme) reportUnsaved();
  document.documentElement.dataset['theme'] = theme;
}
