import type { Locator } from '@playwright/test';
import { delayResponses } from '../support/hosts/slow-front.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

/** Elements that must not move when the app replaces the server-rendered page. */
const landmarks = [
  '[role=status] svg',
  '[role=status] h1',
  '[role=status] p',
  'ul[aria-label=Components] li:first-child',
  'ul[aria-label=Components] li:last-child',
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`the app takes over without movement at ${viewport.width} pixels`, async ({ browser, deploy }) => {
    // The state of this service never changes, so both visits show the same.
    const { url } = await deploy(allOperational);
    const corners = async (javaScriptEnabled: boolean) => {
      const context = await browser.newContext({ javaScriptEnabled, viewport });
      const page = await context.newPage();
      // The host waits 100 ms for the service. On a busy machine the first document may come without a
      // verdict.
      await expect(async () => {
        await page.goto(url);
        await expect(page.getByRole('status', { name: 'Overall status' })).toContainText('components', {
          timeout: 2_000,
        });
      }).toPass();
      if (javaScriptEnabled) await expect(page.locator('.host-drawn')).toHaveCount(0);
      // The server-rendered page shows no age.
      if (javaScriptEnabled)
        await expect(
          // On a phone only the top bar shows the age.
          viewport.width < 768
            ? page
                .getByRole('banner')
                .getByText(/\d+\ss ago$/)
                .filter({ visible: true })
            : page.getByRole('status', { name: 'Overall status' }).getByText(/read \d+\ss ago/),
        ).toBeVisible();
      const boxes = await Promise.all(
        landmarks.map((landmark) => page.locator(landmark).first().boundingBox()),
      );
      const names = await page.getByRole('list', { name: 'Components' }).getByRole('listitem').allInnerTexts();
      await context.close();
      return { places: boxes.map((box) => box && { x: box.x, y: box.y }), names };
    };
    const drawn = await corners(false);
    expect(drawn.places).not.toContain(null);
    const taken = await corners(true);
    expect(taken.names).toEqual(drawn.names);
    // Web fonts come after the first paint. The fallback font differs by less than a pixel per line.
    for (const [index, place] of drawn.places.entries()) {
      const { x, y } = taken.places[index] ?? {};
      expect.soft(Math.abs((x ?? Number.NaN) - (place?.x ?? 0)), landmarks[index]).toBeLessThanOrEqual(1);
      expect.soft(Math.abs((y ?? Number.NaN) - (place?.y ?? 0)), landmarks[index]).toBeLessThanOrEqual(1);
    }
  });
}

test('a server-rendered verdict disappears if no script renews it', async ({ page, request }) => {
  const shell = await (await request.get('/everything')).text();
  await page.setContent(shell.replace(/<script[\s\S]*?<\/script>/g, ''));
  const verdict = page.getByRole('status', { name: 'Overall status' });
  await expect(verdict).toBeVisible();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(verdict).toBeHidden();
  await expect(page.getByText('could not start its scripts')).toBeVisible();
});

test('server-rendered counts of the overview expire, also with reduced motion', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const shell = await (await request.get('/')).text();
  await page.setContent(shell.replace(/<script[\s\S]*?<\/script>/g, ''));
  const counts = page
    .locator('p')
    .filter({ hasText: /^\d+ (?:operational|maintenance|degraded|partial|major)/ });
  await expect(counts).toBeVisible();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(counts).toBeHidden();
});

test('a list is requested once, with the limit known to the host', async ({ page }) => {
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/everything/api/v2/nodes')) searches.push(search);
  });
  // The first visit makes the host request the list.
  await expect(async () => {
    searches.length = 0;
    await page.goto('/everything/nodes');
    await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', /^[89]\d\d$/);
    expect(searches).toEqual(['?limit=1000']);
  }).toPass();
});

test('text that matches no region leaves an empty list of regions, and says so', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  await page.goto(`${url}/regions?q=in+no+name`);
  await expect(page.getByText('No regions match the filter.')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('all shown');
});

test.describe('the server-rendered screen', () => {
  /** Opens a page through a front that withholds responses, and waits until the host has rendered `shown`. */
  async function openWithheld(shown: Locator, baseURL: string, path: string, withheld: RegExp) {
    const page = shown.page();
    const front = await delayResponses(baseURL, withheld);
    await expect(async () => {
      const requested = page.waitForRequest(withheld);
      await page.evaluate((address) => location.assign(address), `${front.origin}${path}`);
      await requested;
      await expect(shown).toBeVisible({ timeout: 2_000 });
    }).toPass();
    return front;
  }

  const appScript = /\/assets\/main-/;

  test('has links that lead before the app has loaded', async ({ page, baseURL }) => {
    const link = page.getByRole('link', { name: 'Regions' }).first();
    const front = await openWithheld(link, baseURL ?? '', '/everything/nodes', appScript);
    await expect(page.locator('.host-drawn')).toBeVisible();
    await link.click();
    await expect(page).toHaveURL(/\/everything\/regions$/);
    front.release();
    await expect(page.getByRole('heading', { level: 1, name: 'Regions' })).toBeVisible();
    await front.close();
  });

  test('has its verdict in every frame until the app shows the same', async ({ page, baseURL }) => {
    const verdict = page.getByRole('status', { name: 'Overall status' }).filter({ hasText: 'components' });
    const front = await openWithheld(verdict, baseURL ?? '', '/everything', /\/assets\/StatusPage-/);
    // Records in `data-missing` what any frame lacks, until half a second after the app's first commit.
    await page.evaluate(() => {
      const parts = [
        'nav[aria-label=Pages] a',
        '[role=status] h1',
        'ul[aria-label=Components] li:nth-child(18)',
      ];
      const missing = new Set<string>();
      let replacedAt: number | null = null;
      const checkFrame = (now: number) => {
        if (!document.querySelector('.host-drawn')) replacedAt ??= now;
        for (const part of parts) if (!document.querySelector(part)?.checkVisibility()) missing.add(part);
        if (replacedAt !== null && now > replacedAt + 500)
          document.body.setAttribute('data-missing', [...missing].join(' '));
        else requestAnimationFrame(checkFrame);
      };
      requestAnimationFrame(checkFrame);
    });
    front.release();
    await expect(page.locator('body')).toHaveAttribute('data-missing', '');
    await front.close();
  });

  test('stays 10 s without the code of the page, because nothing renews it later', async ({
    page,
    baseURL,
  }) => {
    const rows = page.getByRole('list', { name: 'Deployments' }).getByRole('listitem');
    await page.clock.install();
    const front = await openWithheld(rows.first(), baseURL ?? '', '/', /\/assets\/OverviewPage-/);
    // The status that is embedded in the document is read before the app waits for the page.
    await page.clock.runFor(1_000);
    await page.clock.runFor(5_000);
    await expect(page.locator('.host-drawn')).toHaveCount(1);
    await expect(rows.first()).toBeVisible();
    await page.clock.runFor(6_000);
    await expect(page.locator('.host-drawn')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not loaded yet/);
    front.release();
    await expect(rows.first()).toBeVisible();
    await front.close();
  });

  test('stays half a second without the list of the page, which then comes into it', async ({
    page,
    baseURL,
  }) => {
    const sections = page.getByRole('navigation', { name: 'Pages' });
    const front = await openWithheld(sections, baseURL ?? '', '/everything/nodes', /\/api\/v\d\/nodes/);
    await expect(page.getByRole('heading', { level: 1, name: 'Nodes' })).toBeVisible();
    await expect(page.locator('.host-drawn')).toHaveCount(0);
    front.release();
    await expect(page.getByRole('table', { name: 'nodes' })).toHaveAttribute('aria-rowcount', /^[89]\d\d$/);
    await front.close();
  });
});
