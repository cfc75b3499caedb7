import { isInHost, useStore } from './host.ts';

/** The host draws for a desk; style sheets alone make that fit a phone. */
const phoneWidth = isInHost ? null : globalThis.matchMedia('screen and (width < 47.5rem)');

function isPhone(): boolean {
  return phoneWidth?.matches ?? false;
}

function subscribeToPhone(listener: () => void): () => void {
  phoneWidth?.addEventListener('change', listener);
  return () => phoneWidth?.removeEventListener('change', listener);
}

/** Whether the screen is as narrow as a phone's: for what style sheets alone cannot change. */
export function usePhone(): boolean {
  return useStore(subscribeToPhone, isPhone);
}
