/** What the reader asked to be told by. Both are off until asked for. */

import { useSyncExternalStore } from 'react';
import { setAlerting } from '#app/ui/time/visibility.ts';
import { setting } from '#app/url/settings.ts';

const options = ['off', 'on'] as const;
const notifications = setting('notifications', [...options], follow);
const sound = setting('sound', [...options], follow);
/** Set from the wall's URL, not stored. */
let wallSound = false;

function follow(): void {
  // Settings are applied while they are made, when the other one may not be there yet.
  queueMicrotask(() => setAlerting(isNotifying() || isSounding()));
}

export function isNotifying(): boolean {
  return notifications.get() === 'on';
}

export function isSounding(): boolean {
  return wallSound || sound.get() === 'on';
}

export function setNotifying(on: boolean): void {
  notifications.set(on ? 'on' : 'off');
}

export function setSounding(on: boolean): void {
  sound.set(on ? 'on' : 'off');
}

export function setWallSound(on: boolean): void {
  wallSound = on;
}

export function useNotifying(): boolean {
  return useSyncExternalStore(notifications.subscribe, isNotifying);
}

export function useSounding(): boolean {
  return useSyncExternalStore(sound.subscribe, () => sound.get() === 'on');
}
