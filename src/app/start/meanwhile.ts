/** What a reader did to a page that its host drew, before the app ran: links lead at once, the rest is left to the app. */

/** The screen as it was drawn; `null` where nothing was, and once the app has taken over. */
export function drawnScreen(): HTMLElement | null {
  const place = document.getElementById('drawn');
  return place?.firstChild ? place : null;
}

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
