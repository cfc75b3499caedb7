import { setNotifying, setSounding } from './alert-preferences.ts';
import { permission, requestPermission } from './notify.ts';
import { playTone, prepareTone } from './tone.ts';

/**
 * Turns notifications on or off. Requests the browser's permission if necessary.
 * @returns the browser's permission.
 */
export async function chooseNotifying(on: boolean): Promise<ReturnType<typeof permission>> {
  const answer = on ? await requestPermission() : permission();
  setNotifying(on && answer === 'granted');
  return answer;
}

export function chooseSounding(on: boolean): void {
  setSounding(on);
  if (!on) return;
  prepareTone();
  playTone();
}
