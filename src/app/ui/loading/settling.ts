/** What a page still waits for before it shows what its host drew. */

import { createContext } from 'react';

/** Whether the host draws this part of a page: nobody waits for what it does not. */
export const Awaited = createContext(true);

let open = 0;

/** Says that something is on its way; call what it returns once it is there, or nobody waits for it any more. */
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
