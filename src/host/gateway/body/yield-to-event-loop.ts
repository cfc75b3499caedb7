/** Limits how long work on response bodies blocks the event loop. */

import { setImmediate } from 'node:timers/promises';

/** Maximum bytes processed per turn of the event loop, of all bodies together. */
const atOnce = 64 * 1024;

let spent = 0;
let next: Promise<void> | null = null;

async function afterOthers(): Promise<void> {
  await setImmediate();
  next = null;
  spent = 0;
}

/**
 * Waits until `bytes` may be processed in a turn of the event loop, and counts them. A piece over the limit
 * waits for a turn of its own.
 */
export async function yieldToEventLoop(bytes: number): Promise<void> {
  while (spent > 0 && spent + bytes > atOnce) {
    next ??= afterOthers();
    // oxlint-disable-next-line no-await-in-loop
    await next;
  }
  spent += bytes;
  next ??= afterOthers();
}
