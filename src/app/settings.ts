/** What this browser remembers of the reader's wishes. Works without storage. */

import { useSyncExternalStore } from 'react';
import { type Theme, themeCookie } from '../contract/host.ts';
import { basePath } from './base.ts';

function stored(key: string): string | null {
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

export type Density = 'comfortable' | 'compact';
const density = setting<Density>('density', ['comfortable', 'compact'], (value) => {
  document.documentElement.dataset['density'] = value;
});

export function useDensity(): [Density, (value: Density) => void] {
  return [useSyncExternalStore(density.subscribe, density.get), density.set];
}

/** The reader's choice, kept in a cookie: the host then draws the document in it, and no script has to repaint it. */
function chosenTheme(): string | null {
  return new RegExp(`(?:^|; )${themeCookie}=(\\w+)`).exec(document.cookie)?.[1] ?? null;
}

/** The theme in force: the address first, then the reader's choice, then the system's. */
export function themeInForce(): Theme {
  const asked = new URLSearchParams(globalThis.location.search).get('theme') ?? chosenTheme();
  if (asked === 'dark' || asked === 'light') return asked;
  return globalThis.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Applies the theme now and whenever the system's changes. */
export function followTheme(): void {
  const apply = () => {
    document.documentElement.dataset['theme'] = themeInForce();
  };
  apply();
  globalThis.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
}

export function chooseTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only.
  document.cookie = `${themeCookie}=${theme}; path=${basePath}; max-age=31536000; samesite=strict`;
  if (chosenTheme() !== theme) tellUnkept();
  document.documentElement.dataset['theme'] = theme;
}
