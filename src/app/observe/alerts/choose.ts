/** Switching what the reader is told by. */

import { askPermission, permission } from './notify.ts';
import { playTone, prepareTone } from './tone.ts';
import { setNotifying, setSounding } from './wishes.ts';

/** @returns what the browser allows, which it may ask the reader for. */
export async function chooseNotifying(on: boolean): Promise<ReturnType<typeof permission>> {
  const answer = on ? await askPermission() : permission();
  setNotifying(on && answer === 'granted');
  return answer;
}

/** Switched on, it is heard once. */
export function chooseSounding(on: boolean): void {
  setSounding(on);
  if (!on) return;
  prepareTone();
  playTone();
}
