/**
 * A browser that is too old for the app shows a notice, on pages and walls, and never a blank or unstyled
 * page.
 */

import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const sentence =
  'This browser is too old for Edgewatch, which needs Chrome or Edge 116, Firefox 125, Safari 17.4, or later.';

/** Opens a page outside the shared fixtures, because an old browser logs errors. */
async function inOldBrowser(
  browser: Browser,
  set: Parameters<Browser['newContext']>[0],
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(set);
  try {
    await work(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

async function expectNotice(page: Page): Promise<void> {
  const notice = page.getByText(sentence);
  await expect(notice).toBeVisible();
  // The notice covers the complete page.
  const height = page.viewportSize()?.height;
  expect(await notice.boundingBox()).toMatchObject({ x: 0, y: 0, height });
  const top = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight - 20)?.id);
  expect(top).toBe('too-old');
}

for (const path of ['/edge', '/edge/nodes', '/wall', '/'])
  test(`without a required feature ${path} shows the notice and loads no app`, async ({ browser, baseURL }) => {
    await inOldBrowser(browser, {}, async (page) => {
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
      await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
      await page.goto(`${baseURL}${path}`);
      await expectNotice(page);
      await page.waitForLoadState('networkidle');
      expect(scripts.filter((script) => /main-|\/api\//.test(script))).toEqual([]);
    });
  });

test('a first script that the browser cannot parse leads to the same notice', async ({ browser, baseURL }) => {
  await inOldBrowser(browser, { viewport: { width: 390, height: 844 } }, async (page) => {
    await page.route(/\/assets\/index-[^/]*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'class A { static { } } ?.;' }),
    );
    await page.goto(`${baseURL}/edge/wall`);
    await expectNotice(page);
  });
});

test('CSS alone shows the notice if scripts are off and layers are unknown', async ({ browser, baseURL }) => {
  await inOldBrowser(browser, { javaScriptEnabled: false }, async (page) => {
    // An engine that is too old ignores style rules that it does not know.
    await page.route('**/edge', async (route) => {
      const response = await route.fetch();
      const html = (await response.text())
        .replaceAll('@layer', '@no-such')
        .replaceAll(':popover-open', ':no-such');
      const { 'content-security-policy': _policy, ...headers } = response.headers();
      await route.fulfill({ response, headers, body: html });
    });
    await page.goto(`${baseURL}/edge`);
    await expectNotice(page);
  });
});

test('a supported browser never shows it, with or without scripts', async ({ browser, page, baseURL }) => {
  await page.goto('/edge');
  await expect(page.getByRole('status', { name: 'Overall status' })).toBeVisible();
  await expect(page.getByText(sentence)).toHaveCount(0);
  await inOldBrowser(browser, { javaScriptEnabled: false }, async (still) => {
    await still.goto(`${baseURL}/edge`);
    await expect(still.getByRole('status', { name: 'Overall status' })).toBeVisible();
    await expect(still.getByText(sentence)).toBeHidden();
  });
});
