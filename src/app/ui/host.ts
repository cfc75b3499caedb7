/** What differs where the host draws: there is no document, and nothing that changes. */

import { useSyncExternalStore } from 'react';

/** Whether this runs in the host, which draws pages ahead of their scripts (app/draw.tsx). */
export const isInHost = typeof document === 'undefined';

/** A value that is kept outside of React; the component renders when it changes. The host draws it as it stands. */
export function useStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  return useSyncExternalStore(subscribe, read, read);
}
