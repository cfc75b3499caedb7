import { useLayoutEffect } from 'react';
import { useStore } from './host.ts';

let printing = false;
const listeners = new Set<() => void>();
/** Parts that still render for paper. */
const awaited = new Set<object>();
/** Milliseconds to wait for them. */
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

/** Whether the page is being printed. Parts that only paper needs render then. */
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
 * Prints the page after the parts for paper have rendered. Browsers render nothing between `beforeprint` and
 * printing, and rows from a worker arrive later.
 */
export async function printPage(): Promise<void> {
  begin();
  const until = performance.now() + longestWait;
  do await nextFrame();
  while (awaited.size > 0 && performance.now() < until);
  globalThis.print();
  // If `print()` returns early, `beforeprint` fires afterwards and starts again.
  end();
}
