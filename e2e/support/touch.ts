/** Gestures with several fingers, because Playwright supports only taps. */

import type { Page } from '@playwright/test';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Number of positions of a finger on its path, and the seconds that it stays at each (`stay`). */
const steps = 12;
const stay = 0.02;
/**
 * Seconds that fingers rest before they lift. Without the rest the page would scroll on, and the next tap
 * would only stop that.
 */
const rest = 0.3;

/**
 * Puts down one finger per path, moves all of them from start to end, and lifts them.
 * The browser decides which events the page gets, as with real fingers.
 */
export async function moveFingers(page: Page, paths: readonly (readonly [Spot, Spot])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = (share: number) =>
    paths.map(([from, to], id) => ({
      id,
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    }));
  // Timestamps are computed, because the machine may be slow. The last one is the present.
  let timestamp = Date.now() / 1000 - steps * stay - rest;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
  await send('touchStart', at(0));
  for (let step = 1; step <= steps; step += 1) {
    timestamp += stay;
    // In sequence: together they form a movement.
    await send('touchMove', at(step / steps));
  }
  timestamp += rest;
  await send('touchMove', at(1));
  await send('touchEnd', []);
  await session.detach();
}
