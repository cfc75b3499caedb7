import { useEffect, useEffectEvent } from 'react';
import { areLettersKeys } from '#app/url/settings.ts';

const fields = 'input, select, textarea, [contenteditable]';
const above = 'dialog[open], :popover-open';

/** The command key of an event; `null` if the focused element or the browser uses it. */
export function commandOf(event: KeyboardEvent): string | null {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return null;
  if (target instanceof Element && (target.matches(fields) || isScrolled(target))) return null;
  if (document.querySelector(above)) return null;
  return key.length > 1 || areLettersKeys() ? key : null;
}

function isScrolled(target: Element): boolean {
  return (
    target.matches('[tabindex]') &&
    target.scrollHeight > target.clientHeight &&
    /auto|scroll/.test(getComputedStyle(target).overflowY)
  );
}

/**
 * @param act - runs the command of a key. Returns `false` if there is none, so that the browser handles the
 * key.
 */
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
