/** Work on what comes from upstreams, in turns with everything else that this thread has to do. */

import { setImmediate } from 'node:timers/promises';

/** Bytes that are worked on between two turns of the others, of all bodies together. */
const atOnce = 64 * 1024;

let spent = 0;
let next: Promise<void> | null = null;

async function afterOthers(): Promise<void> {
  await setImmediate();
  next = null;
  spent = 0;
}

/** Waits for room to work on so many bytes, which then count. A longer piece waits until it is alone. */
export async function turn(bytes: number): Promise<void> {
  while (spent > 0 && spent + bytes > atOnce) {
    next ??= afterOthers();
    // oxlint-disable-next-line no-await-in-loop
    await next;
  }
  spent += bytes;
  next ??= afterOthers();
}
