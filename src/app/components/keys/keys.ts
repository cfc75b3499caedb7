/** Keys that are commands wherever the reader is. */

import { useEffect, useEffectEvent } from 'react';
import { areLettersKeys } from '#app/url/settings.ts';

/** What takes letters and arrows for itself. */
const fields = 'input, select, textarea, [contenteditable]';
const above = 'dialog[open], :popover-open';

/** What a key press asks of the page; `null` where it is for what has the focus, or for the browser. */
function commandOf(event: KeyboardEvent): string | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return null;
  if (target instanceof Element && (target.matches(fields) || isScrolled(target))) return null;
  if (document.querySelector(above)) return null;
  return key.length > 1 || areLettersKeys() ? key : null;
}

/** Whether the arrow keys scroll what has the focus. */
function isScrolled(target: Element): boolean {
  return target !== document.body && target.matches('[tabindex]') && target.scrollHeight > target.clientHeight;
}

/** Has keys act; an action that is `false` did nothing, and the browser goes on with the key. */
export function useKeys(actions: Readonly<Record<string, () => unknown>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const key = commandOf(event);
    const action = key !== null && Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (action && action() !== false) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
