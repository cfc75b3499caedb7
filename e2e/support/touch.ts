/** Fingers on the screen: what Playwright itself can do with them is a tap. */

import type { Page } from '@playwright/test';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How many places a finger is at on its way, and how many seconds it stays at each. */
const steps = 12;
const stay = 0.02;
/** Seconds for which fingers rest before they leave: otherwise they fling, and the next tap only stops that. */
const rest = 0.3;

/**
 * Puts down a finger for each path, moves them all at once from its start to its end, and takes them up again.
 * The browser decides, as for real ones, what the page hears of it and what it does itself.
 */
export async function moveFingers(page: Page, paths: readonly (readonly [Spot, Spot])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = (share: number) =>
    paths.map(([from, to], id) => ({
      id,
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    }));
  // By their own clock, for the machine may be slow; it ends now.
  let timestamp = Date.now() / 1000 - steps * stay - rest;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
  await send('touchStart', at(0));
  for (let step = 1; step <= steps; step += 1) {
    timestamp += stay;
    // One after the other: they are a movement.
    await send('touchMove', at(step / steps));
  }
  timestamp += rest;
  await send('touchMove', at(1));
  await send('touchEnd', []);
  await session.detach();
}
