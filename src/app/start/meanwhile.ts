/**
 * Notes clicks and input on the server-rendered page before the app runs. Links work at once; the app handles
 * the other controls later.
 */

import { drawnScreen } from '../delivered/drawn-screen.ts';

export let pressed: Element | null = null;

/** Whether the viewer used a control that needs the app. */
export let isUsed = false;

export function watchMeanwhile(): void {
  const drawn = drawnScreen();
  drawn?.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    pressed = target.closest('button, summary');
    isUsed ||= pressed !== null;
  });
  drawn?.addEventListener('input', () => {
    isUsed = true;
  });
}
