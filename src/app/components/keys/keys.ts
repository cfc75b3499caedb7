import { useEffect, useEffectEvent } from 'react';
import { areLettersKeys } from '#app/url/settings.ts';

const fields = 'input, select, textarea, [contenteditable]';
const above = 'dialog[open], :popover-open';

/**
 * Returns the key of an event if it may be a command. Returns `null` if a focused field, an open dialog or
 * the browser uses the key.
 */
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
 * Calls `act` for each key press that may be a command.
 * @param act - runs the command of a key. Returns `false` if the key has no command; the browser then handles
 * it.
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
