/** Alert settings of this browser: notifications and sound. Both are off by default. */

import { useStore } from '#app/ui/host.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { setAlerting } from '#app/ui/time/visibility.ts';
import { setting } from '#app/url/settings.ts';
import { type Permission, permission } from './notify.ts';

const options = ['off', 'on'] as const;
const notifications = setting('notifications', [...options], follow);
const sound = setting('sound', [...options], follow);
/** Whether the wall's URL turned sound on. Not stored. */
let wallSound = false;

function follow(): void {
  // `setting` calls this function during its own creation, when the other constant may not be initialised
  // yet.
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

/** Returns the browser's permission for notifications. It can also change in the browser's settings. */
export function usePermission(): Permission {
  return useTimed(permission);
}

export function useNotifying(): boolean {
  const isWanted = useStore(notifications.subscribe, isNotifying);
  // The permission is read once a second, because the browser fires no event. `permission()` is fast.
  return useTimed(() => isWanted && permission() === 'granted');
}

export function useSounding(): boolean {
  return useStore(sound.subscribe, () => sound.get() === 'on');
}
