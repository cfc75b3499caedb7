import { isInHost, useStore } from './host.ts';

const phoneWidth = isInHost ? null : globalThis.matchMedia('screen and (width < 47.5rem)');

/** In the host, whether what is drawn is for a phone. */
let isDrawnForPhone = false;

/** Tells the host for which kind of screen it draws next. */
export function drawForPhone(isPhone: boolean): void {
  isDrawnForPhone = isPhone;
}

function isPhone(): boolean {
  return phoneWidth?.matches ?? isDrawnForPhone;
}

function subscribeToPhone(listener: () => void): () => void {
  phoneWidth?.addEventListener('change', listener);
  return () => phoneWidth?.removeEventListener('change', listener);
}

/** Whether the screen is as narrow as a phone's: for what style sheets alone cannot change. */
export function usePhone(): boolean {
  return useStore(subscribeToPhone, isPhone);
}
