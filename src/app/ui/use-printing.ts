import { useLayoutEffect } from 'react';
import { useStore } from './host.ts';

let printing = false;
const listeners = new Set<() => void>();
/** Who draws for paper what is not there yet. */
const awaited = new Set<object>();
/** What takes longer is not waited for, milliseconds. */
const longestWait = 3_000;

function tell(isPrinting: boolean): void {
  printing = isPrinting;
  for (const listener of listeners) listener();
}

function begin(): void {
  tell(true);
}

function end(): void {
  tell(false);
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

/** Whether the page is being printed: what only paper needs is not drawn before. */
export function usePrinting(): boolean {
  return useStore(subscribe, () => printing);
}

/** Lets {@link printPage} wait for what is on its way. */
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
 * Prints the page. What paper needs is drawn before: a script that prints lets nothing be drawn between `beforeprint`
 * and the sheets, and rows of a worker take a while.
 */
export async function printPage(): Promise<void> {
  begin();
  const until = performance.now() + longestWait;
  do await nextFrame();
  while (awaited.size > 0 && performance.now() < until);
  globalThis.print();
  // Where it returns before the sheets are made, `beforeprint` is still to come.
  end();
}
