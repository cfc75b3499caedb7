import { useSyncExternalStore } from 'react';

/** Whether this tab is hidden; a hidden desk tab asks less (part 5 of the design). */
export function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export function useHidden(): boolean {
  return useSyncExternalStore(subscribe, isHidden);
}
