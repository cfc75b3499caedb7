/**
 * Without contact to a deployment or to the host the screen shows no colour, whatever the lifetimes of the
 * lists.
 */

import type { Page } from '@playwright/test';
import { allPaths, pathsOf } from '../servers/documented.ts';
import { field } from '../servers/edits.ts';
import { goWithin } from '../support/pages.ts';
import { colouredPixels } from '../support/picture.ts';
import { allOperational } from '../support/scenarios.ts';
import { type Deployed, expect, test } from '../support/test.ts';
import { openInStoppedTime, type StoppedTime } from '../support/time.ts';

const pollSeconds = 2;
const grace = 10;
const tick = 1;
const scene = {
  ...allOperational,
  pollSeconds,
  components: [{ name: 'Cache', status: 'degraded' }, ...allOperational.components.slice(0, 5)],
};
const pages = [
  '',
  '/regions',
  '/regions/gra1',
  '/nodes',
  '/buckets',
  '/assets',
  '/events',
  '/changes',
  '/endpoints',
];

/** Gives one region and one node an outage, and every list a lifetime of five minutes. */
function keepLists({ double }: Deployed): void {
  const headers = { 'Cache-Control': 'public, max-age=300' };
  const bad = new Set([...pathsOf('regions'), ...pathsOf('nodes')]);
  for (const path of allPaths.filter((each) => !each.endsWith('/status')))
    double.set(path, bad.has(path) ? { headers, edit: field('status', 'major_outage') } : { headers });
}

/** Opens pages by navigation within the app, so that their data stays cached. */
async function visitAll(
  page: Page,
  arrive: () => Promise<void>,
  see: (path: string) => Promise<void>,
): Promise<void> {
  for (const path of ['/', ...pages.map((each) => `/double${each}`)]) {
    /* oxlint-disable no-await-in-loop */
    await goWithin(page, path);
    await arrive();
    await see(path);
    /* oxlint-enable no-await-in-loop */
  }
}

/** Opens all pages once while everything is healthy, so that their data is cached. */
async function openAll(page: Page, deployed: Deployed): Promise<StoppedTime> {
  const regions = page.getByRole('list', { name: 'Regions by zone' });
  keepLists(deployed);
  const time = await openInStoppedTime(page, deployed.url, () =>
    expect(regions.locator('[data-severity=critical]')).toHaveCount(1),
  );
  expect(await colouredPixels(page)).toBeGreaterThan(0);
  await visitAll(
    page,
    () => time.settle(),
    async (path) => {
      await expect(page.locator('main [data-freshness=fresh]').first(), path).toBeVisible();
      // Scrolls to the end, so that all charts load their code before the host is stopped.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(page.locator('[data-plot-place]').filter({ visible: true }), path).toHaveCount(0);
    },
  );
  return time;
}

async function expectNoColour(page: Page, arrive: () => Promise<void>): Promise<void> {
  await visitAll(page, arrive, async (path) => {
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page.locator('main [data-freshness=lost]').first(), path).toBeVisible();
    await expect(page.locator('[data-freshness]:not([data-freshness=lost])'), path).toHaveCount(0);
    await expect(page.locator('[data-severity]:not([data-severity=unvouched])'), path).toHaveCount(0);
    expect(await colouredPixels(page), path).toBe(0);
  });
}

// The tests open ten pages three times, and take a screenshot of most.
test.describe.configure({ timeout: 180_000 });

const contact = (page: Page) => page.getByRole('complementary', { name: 'Contact' });

test('a lost deployment keeps no colour, nor does a screen without its host', async ({ page, deploy }) => {
  const deployed = await deploy(scene);
  const time = await openAll(page, deployed);

  await test.step('a lost deployment', async () => {
    await deployed.double.refuse();
    await time.pass(3 * pollSeconds + grace + tick);
    await expect(contact(page)).toHaveCount(0);
    await expectNoColour(page, () => time.settle());
    await expect(page.getByRole('main')).toContainText(/last confirmed \d\d:\d\d:\d\d/i);
  });

  await test.step('its return', async () => {
    await deployed.double.accept();
    await time.pass(4 * pollSeconds);
    await expect(page.locator('main [data-freshness=lost]')).toHaveCount(0);
  });

  await test.step('no host, from the second failure on', async () => {
    // After 40 s the code that the page loads in the background is there.
    await time.pass(40);
    let failures = 0;
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/api/v2/status')) failures += 1;
    });
    await deployed.host.stop();
    await time.passUntil(() => failures === 2, 2 * pollSeconds + tick);
    await time.passInVain(tick);
    await expect(contact(page)).toContainText('No contact since');
    await expectNoColour(page, () => time.passInVain(1));
  });
});
