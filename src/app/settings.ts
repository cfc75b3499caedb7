/** What this browser remembers of the reader's wishes. Works without storage. */

import { useSyncExternalStore } from 'react';
import { type Theme, themeCookie } from '../contract/host.ts';
import { basePath } from './base.ts';
import { here } from './early.ts';

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

function keptTheme(): string | undefined {
  return new RegExp(`(?:^|; )${themeCookie}=(dark|light)(?:;|$)`).exec(document.cookie)?.[1];
}

/**
 * What the reader asked for, in which the host has drawn the document: to read the cookie takes a message to another
 * process, some 20 ms where there is much to do. A wall is drawn in a theme of its own.
 */
function chosenTheme(): string | undefined {
  return here.includes('wall') ? keptTheme() : document.documentElement.dataset['theme'];
}

let isThemeChosen = false;

/** Applies the theme that was asked for or, now and whenever it changes, the system's. */
export function followTheme(): void {
  const root = document.documentElement.dataset;
  const system = globalThis.matchMedia('(prefers-color-scheme: dark)');
  const chosen = chosenTheme();
  isThemeChosen = chosen !== undefined;
  const apply = () => {
    if (!isThemeChosen) root['theme'] = system.matches ? 'dark' : 'light';
  };
  if (chosen !== undefined) root['theme'] = chosen;
  else apply();
  system.addEventListener('change', apply);
}

/** Kept in a cookie: the host then draws the document in it, and no script has to repaint it. */
export function chooseTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only.
  document.cookie = `${themeCookie}=${theme}; path=${basePath}; max-age=31536000; samesite=strict`;
  if (keptTheme() !== theme) tellUnkept();
  isThemeChosen = true;
  document.documentElement.dataset['theme'] = theme;
}
