/** A deployment that is lost and a screen that is blind keep no colour, whatever the lifetimes of their lists say. */

import type { Page } from '@playwright/test';
import { allPaths, pathsOf } from '../servers/documented.ts';
import { withDouble } from '../servers/double.ts';
import { field } from '../servers/edits.ts';
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

/** One region and one node are out, and every list may be kept for five minutes. */
function keepLists({ double }: Deployed): void {
  const headers = { 'Cache-Control': 'public, max-age=300' };
  const bad = new Set([...pathsOf('regions'), ...pathsOf('nodes')]);
  for (const path of allPaths.filter((each) => !each.endsWith('/status')))
    double.set(path, bad.has(path) ? { headers, edit: field('status', 'major_outage') } : { headers });
}

/** Goes through the pages as links do, so that nothing is loaded anew. */
async function visitAll(
  page: Page,
  arrive: () => Promise<void>,
  see: (path: string) => Promise<void>,
): Promise<void> {
  for (const path of ['/', ...pages.map((each) => `/double${each}`)]) {
    // One page after the other.
    /* oxlint-disable no-await-in-loop */
    await page.evaluate((address) => {
      history.pushState({}, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await arrive();
    await see(path);
    /* oxlint-enable no-await-in-loop */
  }
}

/** All pages once, while all is well with the way to them: what they show is read. */
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
      // Seen to its end, so that no chart asks for its code once the host is gone.
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

// Ten pages twice, each in a picture.
test.describe.configure({ timeout: 180_000 });

const blindness = (page: Page) => page.getByRole('complementary', { name: 'Contact' });

test('of a deployment that is lost nothing keeps a colour', async ({ page, deploy }) => {
  const deployed = await deploy(scene);
  const time = await openAll(page, deployed);
  await deployed.double.close();
  await time.pass(3 * pollSeconds + grace + tick);
  await expect(blindness(page)).toHaveCount(0);
  await expectNoColour(page, () => time.settle());
  await expect(page.getByRole('main')).toContainText(/last confirmed \d\d:\d\d:\d\d/i);

  const port = Number(new URL(deployed.double.url).port);
  await withDouble({ ...scene, port }, async () => {
    await time.pass(4 * pollSeconds);
    await expect(page.locator('main [data-freshness=lost]')).toHaveCount(0);
  });
});

test('on a screen whose own host is gone nothing does, from the second failure on', async ({
  page,
  deploy,
}) => {
  const deployed = await deploy(scene);
  const time = await openAll(page, deployed);
  // What comes behind the page is there by then.
  await time.pass(40);
  let failures = 0;
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/api/v2/status')) failures += 1;
  });
  await deployed.host.stop();
  await time.passUntil(() => failures === 2, 2 * pollSeconds + tick);
  await time.passInVain(tick);
  await expect(blindness(page)).toContainText('No contact since');
  await expectNoColour(page, () => time.passInVain(1));
});
