/** Buffers key presses until the code of their commands is loaded. */

import { commandOf } from './keys.ts';

/** Buffered key presses; `null` after they were dispatched again. */
let recorded: KeyboardEvent[] | null = [];

export function isFindKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
}

/** Whether the Find dialog was requested. All further key presses are then for its field. */
let isFinding = false;

function record(event: KeyboardEvent): void {
  const command = commandOf(event);
  const opensFind = command === '/' || isFindKey(event);
  if (!recorded || (command === null && !opensFind)) return;
  // These keys also open the browser's own search.
  if (opensFind) event.preventDefault();
  isFinding ||= opensFind;
  recorded.push(event);
}

function recordForFind(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey } = event;
  if (!recorded || !isFinding || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  recorded.push(event);
}

export function bufferKeys(): () => void {
  globalThis.addEventListener('keydown', recordForFind, { capture: true });
  globalThis.addEventListener('keydown', record);
  return () => {
    globalThis.removeEventListener('keydown', recordForFind, { capture: true });
    globalThis.removeEventListener('keydown', record);
  };
}

export function releaseKeys(): void {
  const pressed = recorded ?? [];
  recorded = null;
  for (const { key, target, ctrlKey, metaKey, shiftKey } of pressed) {
    const at = target instanceof Element && target.isConnected ? target : document.body;
    at.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }),
    );
  }
}
