/** Keys that are pressed before the code of what they command is here. */

import { commandOf } from './keys.ts';

/** `null` once there is somebody who takes them. */
let held: KeyboardEvent[] | null = [];

export function isFindKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
}

/** Whether Find was asked for: what is typed then is for it. */
let isFinding = false;

function hold(event: KeyboardEvent): void {
  const command = commandOf(event);
  const opensFind = command === '/' || isFindKey(event);
  if (!held || (command === null && !opensFind)) return;
  // Browsers have a search of their own for these.
  if (opensFind) event.preventDefault();
  isFinding ||= opensFind;
  held.push(event);
}

function holdForFind(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey } = event;
  if (!held || !isFinding || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

/** Keeps the keys that nobody took, until {@link releaseKeys}. */
export function holdKeys(): () => void {
  globalThis.addEventListener('keydown', holdForFind, { capture: true });
  globalThis.addEventListener('keydown', hold);
  return () => {
    globalThis.removeEventListener('keydown', holdForFind, { capture: true });
    globalThis.removeEventListener('keydown', hold);
  };
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
