/** What this browser remembers of the reader's wishes. Works without storage. */

import { type Theme, themeCookie } from '#contract/host.ts';
import { mountPath } from '../delivered/base.ts';
import { deliveredConfig } from '../delivered/delivered.ts';
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

/** Tells of every setting that holds only until the page goes, as an event `setting`. */
export const unkept = new EventTarget();

function tellUnkept(): void {
  unkept.dispatchEvent(new Event('setting'));
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(`edgewatch:${key}`, value);
  } catch {
    // Full or denied.
    tellUnkept();
  }
}

/** One setting with its options, the first of which is the default. */
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

/** Notices of the record that this browser's reader has taken note of, the newest first. */
export function acknowledgedNotices(): readonly string[] {
  return stored('record-notice')?.split('\n') ?? [];
}

/** Of some, so that one that passes does not bring back the one before it. */
export function acknowledgeNotice(notice: string): void {
  store('record-notice', [notice, ...acknowledgedNotices()].slice(0, 8).join('\n'));
}

export type Density = 'comfortable' | 'compact';
const density = setting<Density>('density', ['comfortable', 'compact'], (value) => {
  if (!isInHost) document.documentElement.dataset['density'] = value;
});

/** Whether the charts over lists are folded into a band. */
const charts = setting('charts', ['folded', 'open'], () => undefined);

export function chartsNow() {
  return charts.get();
}

export function useCharts() {
  return [useStore(charts.subscribe, charts.get), charts.set] as const;
}

/** Whether single letters and signs are commands: who dictates, or whose hand trembles, can switch them off. */
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

/** The reader's choice, kept in a cookie. */
function keptTheme(): string | undefined {
  return new RegExp(`(?:^|; )${themeCookie}=(\\w+)`).exec(document.cookie)?.[1];
}

function systemTheme(): Theme {
  return globalThis.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The theme in force: the address first, then the reader's choice, then the system's. */
function themeInForce(): Theme {
  const asked = new URLSearchParams(globalThis.location.search).get('theme') ?? keptTheme();
  return asked === 'dark' || asked === 'light' ? asked : systemTheme();
}

/** Overrides the stored theme while a wall is open. */
let ownTheme: Theme | null = null;

function applyTheme(): void {
  document.documentElement.dataset['theme'] = ownTheme ?? themeInForce();
}

/** Milliseconds: a slow machine draws its first page for as long. */
const longestWait = 3_000;

/** Applies the theme now and whenever the system's changes. */
export function followTheme(): void {
  // Where the reader chose, the host's document came with the theme. Else the style sheet follows the system by itself: to
  // set the attribute has every element styled anew, which waits until the page is drawn. There is no cookie to read, which
  // takes a message to another process, some 20 ms where there is much to do.
  if (deliveredConfig !== undefined)
    whenIdle(() => {
      document.documentElement.dataset['theme'] ??= systemTheme();
    }, longestWait);
  else applyTheme();
  globalThis.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
}

/** @returns what gives the screen's own theme up. */
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

/** For what the host draws by; nothing where the browser keeps no cookies. */
export function keepInCookie(name: string, value: string): void {
  try {
    // The Cookie Store API exists in secure contexts only.
    document.cookie = `${name}=${value}; path=${mountPath || '/'}; max-age=31536000; samesite=strict`;
  } catch {
    // A frame without an origin of its own may not even try.
  }
}

/** Keeps a choice in a cookie: the host then draws the document in it, and no script has to repaint it. */
function chooseTheme(theme: Theme): void {
  keepInCookie(themeCookie, theme);
  if (keptTheme() !== theme) tellUnkept();
  document.documentElement.dataset['theme'] = theme;
}
