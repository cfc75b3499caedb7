import { useLayoutEffect } from 'react';
import { useStore } from './host.ts';

let printing = false;
const listeners = new Set<() => void>();
/** One key for each part that must still render before the page is printed. */
const awaited = new Set<object>();
/** Maximum milliseconds to wait for parts that must still render. */
const longestWait = 3_000;

function setPrinting(isPrinting: boolean): void {
  printing = isPrinting;
  for (const listener of listeners) listener();
}

function begin(): void {
  setPrinting(true);
}

function end(): void {
  setPrinting(false);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    globalThis.addEventListener('beforeprint', begin);
    globalThis.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    globalThis.removeEventListener('beforeprint', begin);
    globalThis.removeEventListener('afterprint', end);
  };
}

/** Returns whether the page is being printed. Parts that only paper needs render then. */
export function usePrinting(): boolean {
  return useStore(subscribe, () => printing);
}

/** Makes {@link printPage} wait while `isAwaited` is true. */
export function useAwaitedByPaper(isAwaited: boolean): void {
  useLayoutEffect(() => {
    if (!isAwaited) return undefined;
    const key = {};
    awaited.add(key);
    return () => {
      awaited.delete(key);
    };
  }, [isAwaited]);
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/**
 * Prints the page after the parts for paper have rendered. The browser's own print command does not wait for
 * them: nothing renders between `beforeprint` and printing, and rows from a worker arrive later.
 */
export async function printPage(): Promise<void> {
  begin();
  const until = performance.now() + longestWait;
  do await nextFrame();
  while (awaited.size > 0 && performance.now() < until);
  globalThis.print();
  // If `print()` returns early, `beforeprint` fires later and sets the state again.
  end();
}
