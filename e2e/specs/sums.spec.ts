/** Claims that sums state while their lists still load, such as “at least”. */

import { delayResponses } from '../support/hosts/slow-front.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

declare global {
  interface Window {
    /** Returns the figures that any frame has shown, by their claim. */
    sumsSeen(): Record<string, string[]>;
  }
}

test('no sum by zone is shown as exact before its lists are complete', async ({ page, deploy }) => {
  const { host } = await deploy({ ...allOperational, sizes: { nodes: 900 } });
  // The first response has a hundred nodes, and the complete list arrives after the first sums.
  const front = await delayResponses(host.url, /\/nodes\?limit=/);
  const session = await page.context().newCDPSession(page);
  // On a slow machine a value stays on screen for many frames, so the test sees it.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.addInitScript(() => {
    const seen: Record<string, Set<string>> = {};
    globalThis.window.sumsSeen = () =>
      Object.fromEntries(Object.entries(seen).map(([claim, sums]) => [claim, [...sums]]));
    const recordFrame = () => {
      for (const figure of document.querySelectorAll<HTMLElement>(
        '#root [aria-label^="Regions by zone"] header > :nth-child(2) [data-claim]',
      ))
        (seen[figure.dataset['claim'] ?? ''] ??= new Set()).add(figure.textContent);
      requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
  });
  const nodesOfZones = page.getByRole('group', { name: 'Regions by zone' }).locator('header > :nth-child(2)');
  try {
    await page.goto(`${front.origin}/double/regions`);
    await expect(nodesOfZones.first()).toContainText('at least');
    front.release();
    await expect(nodesOfZones.first()).not.toContainText('at least');
    // Figures that the page has shown with a claim.
    const seen = async (claim: string) => (await page.evaluate(() => globalThis.window.sumsSeen()))[claim];
    await expect.poll(() => seen('exact')).toEqual(['150']);
    expect(await seen('at-least')).toContain('at least 17');
  } finally {
    await page.goto('about:blank');
    await front.close();
  }
});
