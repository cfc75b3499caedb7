/** Keys that are commands wherever the reader is. */

import { useEffect, useEffectEvent } from 'react';
import { areLettersKeys } from '#app/url/settings.ts';

/** What takes letters and arrows for itself. */
const fields = 'input, select, textarea, [contenteditable]';
const above = 'dialog[open], :popover-open';

/** What a key press asks of the page; `null` where it is for what has the focus, or for the browser. */
export function commandOf(event: KeyboardEvent): string | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return null;
  if (target instanceof Element && (target.matches(fields) || isScrolled(target))) return null;
  if (document.querySelector(above)) return null;
  return key.length > 1 || areLettersKeys() ? key : null;
}

/** Whether the arrow keys scroll what has the focus. */
function isScrolled(target: Element): boolean {
  return (
    target.matches('[tabindex]') &&
    target.scrollHeight > target.clientHeight &&
    /auto|scroll/.test(getComputedStyle(target).overflowY)
  );
}

/** @param act - does what a key stands for; `false` where that is nothing, and the browser goes on with the key. */
export function useKeys(act: (key: string) => boolean): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const key = commandOf(event);
    if (key !== null && act(key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => listen(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
