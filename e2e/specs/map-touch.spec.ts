import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { moveFingers, type Spot } from '../support/touch.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

const map = (page: Page) => page.getByRole('group', { name: /^Map of the regions/ });
const fit = (page: Page) => page.getByRole('button', { name: 'Fit' });
const scrolled = (page: Page) => page.evaluate(() => Math.round(globalThis.scrollY));

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // The map is rendered only when it is near the screen.
  await page
    .getByRole('heading', { level: 2, name: /^(?:Map|Regions)/ })
    .first()
    .scrollIntoViewIfNeeded();
  await expect(map(page).getByRole('link').first()).toBeAttached();
  await map(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

async function markOf(page: Page, code: string): Promise<Spot> {
  const box = await map(page).locator(`[data-region=${code}]`).boundingBox();
  if (!box) throw new Error(`${code} has no mark.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const between = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);
const beside = ({ x, y }: Spot, by: number): Spot => ({ x: x + by, y });

/**
 * Scrolls the map to the middle of the screen.
 *
 * @returns the position of the mark of São Paulo.
 */
async function centre(page: Page): Promise<Spot> {
  await map(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  return markOf(page, 'sao1');
}

async function fitAgain(page: Page, path: string): Promise<void> {
  await fit(page).tap();
  await expect(fit(page)).toBeDisabled();
  await expect(page).toHaveURL(path);
}

for (const path of ['/everything', '/everything/regions'])
  test(`${path}: the map is moved and zoomed by fingers, and its marks are tapped`, async ({ page }) => {
    await open(page, path);
    await expect(fit(page)).toBeDisabled();

    await test.step('two fingers zoom and move the map around the place between them', async () => {
      const top = await scrolled(page);
      const [grip, other] = [await markOf(page, 'sao1'), await markOf(page, 'syd1')];
      const raised = { x: grip.x, y: grip.y - 70 };
      await moveFingers(page, [
        [beside(grip, -25), beside(raised, -75)],
        [beside(grip, 25), beside(raised, 75)],
      ]);
      await expect(page).toHaveURL(/[?&]map=/);
      await expect(fit(page)).toBeEnabled();
      expect(between(await markOf(page, 'sao1'), raised)).toBeLessThan(3);
      const apart = between(await markOf(page, 'sao1'), await markOf(page, 'syd1')) / between(grip, other);
      expect(apart).toBeGreaterThan(2.8);
      expect(apart).toBeLessThan(3.2);

      const moved = { x: raised.x + 60, y: raised.y + 50 };
      await moveFingers(page, [
        [beside(raised, -30), beside(moved, -30)],
        [beside(raised, 30), beside(moved, 30)],
      ]);
      expect(between(await markOf(page, 'sao1'), moved)).toBeLessThan(3);
      expect(await scrolled(page)).toBe(top);
      expect(await page.evaluate(() => globalThis.visualViewport?.scale)).toBe(1);
      await expect(page).toHaveURL((url) => url.pathname === path);
      await fitAgain(page, path);
    });

    await test.step('one finger scrolls the page past a map that fits, and moves a zoomed map', async () => {
      const grip = await centre(page);
      const top = await scrolled(page);
      await moveFingers(page, [[beside(grip, 20), { x: grip.x + 20, y: grip.y - 120 }]]);
      await expect.poll(() => scrolled(page)).toBeGreaterThan(top + 60);
      await expect(fit(page)).toBeDisabled();
      await expect(page).toHaveURL(path);

      await page.getByRole('button', { name: 'Zoom in' }).tap();
      const before = await centre(page);
      const still = await scrolled(page);
      const edges = await map(page).boundingBox();
      const from = { x: (edges?.x ?? 0) + 200, y: (edges?.y ?? 0) + 150 };
      await moveFingers(page, [[from, { x: from.x - 50, y: from.y - 70 }]]);
      const after = await markOf(page, 'sao1');
      expect(between(after, { x: before.x - 50, y: before.y - 70 })).toBeLessThan(3);
      expect(await scrolled(page)).toBe(still);
      await fitAgain(page, path);
    });

    await test.step('the first tap on a mark explains it, the second follows its link, also after a pinch', async () => {
      const callout = page.locator('[data-callout]');
      const mark = map(page).locator('[data-region=sao1]');
      await mark.tap();
      await expect(callout).toContainText('São Paulo');
      await expect(callout).toContainText('Tap again');
      await map(page).locator('[data-region=syd1]').tap();
      await expect(callout).toContainText('Sydney');
      await expect(page).toHaveURL((url) => url.pathname === path);
      const grip = await centre(page);
      await moveFingers(page, [
        [beside(grip, -30), beside(grip, -60)],
        [beside(grip, 30), beside(grip, 60)],
      ]);
      await expect(page).toHaveURL(/[?&]map=/);
      await mark.tap();
      await expect(callout).toContainText('São Paulo');
      await expect(callout).toContainText('Tap again');
      await mark.tap();
      await expect(page).toHaveURL('/everything/regions/sao1');
    });
  });
