/**
 * Helpers for code that runs in the browser and in the host. The host renders without a document and without
 * updates.
 */

import { useSyncExternalStore } from 'react';

/** Whether this code runs in the host, which server-renders pages (app/draw.tsx). */
export const isInHost = typeof document === 'undefined';

/**
 * Returns a value stored outside React; the component renders when it changes. The host renders the current
 * value.
 */
export function useStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  return useSyncExternalStore(subscribe, read, read);
}
