/** What sums claim while the lists that they add up are still read. */

import { holdBack } from '../support/held-back.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

declare global {
  interface Window {
    /** Figures that stood under a claim in any frame. */
    sumsSeen(): Record<string, string[]>;
  }
}

test('no sum by zone stands as exact before all that it adds up was read', async ({ page, deploy }) => {
  const { host } = await deploy({ ...allOperational, sizes: { nodes: 900 } });
  // A hundred nodes come first; all of them only once the zones are added up.
  const front = await holdBack(host.url, /\/nodes\?limit=/);
  const session = await page.context().newCDPSession(page);
  // What stands for one frame elsewhere stands for many where the machine is slow.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.addInitScript(() => {
    const seen: Record<string, Set<string>> = {};
    globalThis.window.sumsSeen = () =>
      Object.fromEntries(Object.entries(seen).map(([claim, sums]) => [claim, [...sums]]));
    const look = () => {
      for (const figure of document.querySelectorAll<HTMLElement>(
        '#root [aria-label^="Regions by zone"] header > :nth-child(2) [data-claim]',
      ))
        (seen[figure.dataset['claim'] ?? ''] ??= new Set()).add(figure.textContent);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const nodesOfZones = page.getByRole('group', { name: 'Regions by zone' }).locator('header > :nth-child(2)');
  try {
    await page.goto(`${front.origin}/double/regions`);
    await expect(nodesOfZones.first()).toContainText('at least');
    front.release();
    await expect(nodesOfZones.first()).not.toContainText('at least');
    // The page notes figures in its frames, and keeps every one that it saw.
    const seen = async (claim: string) => (await page.evaluate(() => globalThis.window.sumsSeen()))[claim];
    await expect.poll(() => seen('exact')).toEqual(['150']);
    expect(await seen('at-least')).toContain('at least 17');
  } finally {
    await page.goto('about:blank');
    await front.close();
  }
});
