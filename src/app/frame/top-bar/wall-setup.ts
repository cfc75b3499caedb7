/** Whether the setup dialog of the wall is open. The top bar, the More menu and Find share this state. */

import { useStore } from '#app/ui/host.ts';

let isOpen = false;
const listeners = new Set<() => void>();

export function showWallSetup(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWallSetup(): boolean {
  return useStore(subscribe, () => isOpen);
}
