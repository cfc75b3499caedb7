import { useSyncExternalStore } from 'react';

let printing = false;

function subscribe(listener: () => void): () => void {
  const change = (event: Event) => {
    printing = event.type === 'beforeprint';
    listener();
  };
  globalThis.addEventListener('beforeprint', change);
  globalThis.addEventListener('afterprint', change);
  return () => {
    globalThis.removeEventListener('beforeprint', change);
    globalThis.removeEventListener('afterprint', change);
  };
}

/** Whether the page is being printed: what only paper needs is not drawn before. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing);
}
