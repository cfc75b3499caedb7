import { useSyncExternalStore } from 'react';

/** Whether the screen is as narrow as a phone's: for what style sheets alone cannot change. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribeToPhone, isPhone);
}

const phoneWidth = globalThis.matchMedia('screen and (width < 47.5rem)');
function isPhone(): boolean {
  return phoneWidth.matches;
}
function subscribeToPhone(listener: () => void): () => void {
  phoneWidth.addEventListener('change', listener);
  return () => phoneWidth.removeEventListener('change', listener);
}
