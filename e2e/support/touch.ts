/** Fingers on the screen: what Playwright itself can do with them is a tap. */

import type { Page } from '@playwright/test';

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How many places a finger is at on its way. */
const steps = 12;

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
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= steps; step += 1) {
    // One after the other: they are a movement.
    // oxlint-disable-next-line no-await-in-loop
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
