/** What this browser remembers of the reader's wishes. Works without storage. */

import { useSyncExternalStore } from 'react';

function stored(key: string): string | null {
  try {
    return localStorage.getItem(`edgewatch:${key}`);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(`edgewatch:${key}`, value);
  } catch {
    // Storage may be full or denied; the setting then holds until the page goes.
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

export type Theme = 'dark' | 'light';

/** The theme in force: the address first, then the reader's choice, then the system's. */
export function themeInForce(): Theme {
  const asked = new URLSearchParams(globalThis.location.search).get('theme') ?? stored('theme');
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
  store('theme', theme);
  document.documentElement.dataset['theme'] = theme;
}
