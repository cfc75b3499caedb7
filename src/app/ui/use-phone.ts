import { isInHost, useStore } from './host.ts';

const phoneWidth = isInHost ? null : globalThis.matchMedia('screen and (width < 47.5rem)');

function isPhone(): boolean {
  return phoneWidth?.matches ?? false;
}

function subscribeToPhone(listener: () => void): () => void {
  phoneWidth?.addEventListener('change', listener);
  return () => phoneWidth?.removeEventListener('change', listener);
}

/** Returns whether the screen has the width of a phone, for changes that style sheets cannot make. */
export function usePhone(): boolean {
  return useStore(subscribeToPhone, isPhone);
}
