/** Keys that are pressed before the code of what they command is here. */

import { commandOf } from './keys.ts';

/** `null` once there is somebody who takes them. */
let held: KeyboardEvent[] | null = [];

export function isFindKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
}

function hold(event: KeyboardEvent): void {
  const command = commandOf(event);
  if (!held || (command === null && !isFindKey(event))) return;
  // Browsers have a search of their own for these.
  if (command === '/' || isFindKey(event)) event.preventDefault();
  held.push(event);
}

/** Keeps the keys that nobody took, until {@link releaseKeys}. */
export function holdKeys(): () => void {
  globalThis.addEventListener('keydown', hold);
  return () => globalThis.removeEventListener('keydown', hold);
}

/** Presses the keys that were kept once more, in their order. */
export function releaseKeys(): void {
  const pressed = held ?? [];
  held = null;
  for (const { key, target, ctrlKey, metaKey, shiftKey } of pressed) {
    const at = target instanceof Element && target.isConnected ? target : document.body;
    at.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }),
    );
  }
}
