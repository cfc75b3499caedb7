/** Counts the parts for which the app waits before it replaces the server-rendered screen. */

import { createContext } from 'react';

/**
 * Whether the host renders the surrounding part. The app does not wait for parts that the host does not
 * render.
 */
export const IsServerRendered = createContext(true);

let open = 0;

/**
 * Registers a pending part.
 * @returns a function to call when the part is ready or no longer needed.
 */
export function settling(): () => void {
  let isOpen = true;
  open += 1;
  return () => {
    if (isOpen) open -= 1;
    isOpen = false;
  };
}

export function isSettled(): boolean {
  return open === 0;
}
