/** What the reader asked to be told by. Both are off until asked for. */

import { useStore } from '#app/ui/host.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { setAlerting } from '#app/ui/time/visibility.ts';
import { setting } from '#app/url/settings.ts';
import { type Permission, permission } from './notify.ts';

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

/** What the browser allows now: that changes in its own settings as well. */
export function usePermission(): Permission {
  return useTimed(permission);
}

/** Whether notifications are wanted and allowed. */
export function useNotifying(): boolean {
  const isWanted = useStore(notifications.subscribe, isNotifying);
  // The page stands still while the browser answers.
  return useTimed(() => isWanted && permission() === 'granted');
}

export function useSounding(): boolean {
  return useStore(sound.subscribe, () => sound.get() === 'on');
}
