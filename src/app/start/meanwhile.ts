/** What a reader did to a page that its host drew, before the app ran: links lead at once, the rest is left to the app. */

import { drawnScreen } from '../delivered/drawn-screen.ts';

/** The control that was pressed last. */
export let pressed: Element | null = null;

/** Whether something is used that only the app can serve. */
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
