/** Tests what a browser does to a page that stays open for weeks. */

import type { Page } from '@playwright/test';
import { chromiumLaunch } from '../support/chromium.ts';
import { brokenBuild, nextBuild } from '../support/hosts/builds.ts';
import { startHost } from '../support/hosts/host.ts';
import { unfoldCharts } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test, watch } from '../support/test.ts';
import { openInStoppedTime, stopTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

test.use({
  // Playwright disables the back/forward cache, but real browsers have it.
  launchOptions: { ...chromiumLaunch(), ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

const statusPath = '/api/v2/status';
const pollSeconds = 10;
const polledPaths = ['/api/v1/events', '/api/v2/buckets', '/api/v2/nodes', '/api/v2/regions', statusPath];

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const contact = (page: Page) => page.getByRole('complementary', { name: 'Contact' });
const header = (page: Page) => page.getByRole('main').locator('header[data-freshness]').first();

async function expectInventory(page: Page): Promise<void> {
  for (const label of ['Regions', 'Nodes', 'Buckets', 'Event volume'])
    await expect(
      page
        .getByRole('main')
        .locator('[data-freshness]')
        .filter({ has: page.getByText(label, { exact: true }) })
        .last()
        .locator('[data-claim]')
        .first(),
    ).toBeVisible();
}

async function isRead(page: Page): Promise<void> {
  await expect(verdict(page)).toContainText('18 of 18');
  await expectInventory(page);
}

function watchRequests(page: Page, api: string) {
  let requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(api)) requested.push(request.url().slice(api.length));
  });
  return {
    take() {
      const taken = requested.toSorted();
      requested = [];
      return taken;
    },
  };
}

/** Simulates a tab in the foreground or background. */
function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('a lost network is reported at once, and everything is requested once after its return', async ({
  page,
  context,
  deploy,
}) => {
  const { url, api } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, url, () => isRead(page));
  // After 40 s the code of the other pages is loaded.
  await time.pass(40);
  await context.setOffline(true);
  await page.clock.runFor(1000);
  await expect(contact(page)).toContainText('This device reports that it has lost its network');
  await time.passInVain(90);
  await expect(contact(page)).toContainText(/No contact since \d\d:\d\d:\d\d/);
  await expect(contact(page)).toContainText('This device reports that it has no network');
  await expect(header(page)).toContainText(/2\smin/);
  await expectNoGoodWithoutProof(page);

  const requested = watchRequests(page, api);
  await context.setOffline(false);
  await time.pass(2);
  await expect(header(page)).toHaveAttribute('data-freshness', 'fresh');
  await expect(contact(page)).toHaveCount(0);
  await time.pass(3);
  expect(requested.take()).toEqual(polledPaths.filter((path) => path !== '/api/v2/regions'));
});

test('the page keeps polling for any network state of the browser, and notices a lost host and its return', async ({
  page,
  deploy,
  startWith,
}) => {
  const { double } = await deploy(allOperational);
  const show = ['--base-url', `double=${double.url}`];
  const first = await startWith(show);
  const time = await openInStoppedTime(page, `${first.url}/double`, () => isRead(page));
  await time.pass(40);
  await first.stop();
  await time.passInVain(30);
  await expect(contact(page)).toContainText('No contact since');
  await expect(contact(page)).not.toContainText('no network');
  await expectNoGoodWithoutProof(page);

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    dispatchEvent(new Event('offline'));
  });
  await startWith([...show, '--port', new URL(first.url).port]);
  await time.pass(pollSeconds + 2);
  await expect(header(page)).toHaveAttribute('data-freshness', 'fresh');
  await time.pass(5);
  await expect(page.getByRole('main').locator('[data-freshness]:not([data-freshness=fresh])')).toHaveCount(0);
});

test('a tab hidden for ten minutes polls the status once a minute, and the rest once on return', async ({
  page,
  deploy,
}) => {
  const { url, api } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, url, () => isRead(page));
  await setVisibility(page, 'hidden');
  const requested = watchRequests(page, api);
  for (let passed = 0; passed < 10 * 60; passed += 30) await time.jump(30);
  const hidden = requested.take();
  expect([...new Set(hidden)]).toEqual([statusPath]);
  expect(hidden.length).toBeLessThanOrEqual(10);
  // Polls are due after up to 63 s, and a poll may wait for the end of a 30 s step.
  expect(hidden.length).toBeGreaterThanOrEqual(6);
  await expectNoGoodWithoutProof(page);

  await setVisibility(page, 'visible');
  await time.pass(5);
  // The status does not count, because it may have been polled just before.
  expect(requested.take().filter((path) => path !== statusPath)).toEqual(
    polledPaths.filter((path) => path !== statusPath),
  );
  await expect(header(page)).toHaveAttribute('data-freshness', 'fresh');
});

/** Scripts by kind of a faulty browser storage. Each runs in the page before the page's own scripts. */
const storages: Readonly<Record<string, () => void>> = {
  'denies storage': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    Object.defineProperty(document, 'cookie', { get: () => '', set() {} });
  },
  'has no room left': () => {
    for (const storage of [localStorage, sessionStorage]) {
      storage.clear();
      for (let size = 2 ** 22, part = 0; size >= 1; part += 1)
        try {
          storage.setItem(`full:${part}`, 'x'.repeat(size));
        } catch {
          size = Math.floor(size / 2);
        }
    }
  },
};

for (const [what, prepare] of Object.entries(storages))
  test(`a browser that ${what} shows every page, says once that it saves no settings, and misses what vanishes`, async ({
    page,
    deploy,
  }) => {
    await page.addInitScript(prepare);
    const { url, host, double } = await deploy({ ...allOperational, pollSeconds: 2 });
    await page.goto(`${host.url}/`);
    await expect(page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')).toHaveCount(1);
    await page.goto(url);
    await isRead(page);
    await page.getByRole('link', { name: 'Nodes', exact: true }).first().click();
    await expect(page.locator('[role=table][aria-rowcount] tr[aria-rowindex="1"]')).toContainText(/\w/);

    const notice = page.getByText('This browser can’t save settings.');
    await expect(notice).toHaveCount(0);
    const compact = page.getByRole('banner').getByRole('button', { name: 'Compact rows' });
    await compact.click();
    await expect(compact).toHaveAttribute('aria-pressed', 'true');
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await compact.click();
    await expect(compact).toHaveAttribute('aria-pressed', 'false');
    await expect(notice).toHaveCount(0);

    const [first, gone, ...others] = allOperational.components;
    double.set(statusPath, { edit: (body) => ({ ...body, components: [first, ...others] }) });
    await page.getByRole('link', { name: 'Status', exact: true }).first().click();
    const tiles = page.getByRole('list', { name: 'Components' }).getByRole('listitem');
    await expect(tiles.filter({ hasText: gone?.name ?? '–' })).toContainText(/no longer listed/i);
  });

test('invalid settings fall back to defaults without a message', async ({ page, deploy }) => {
  await page.addInitScript(() => {
    for (const name of ['density', 'order', 'theme', 'roster:1:double', 'roster:0:double'])
      localStorage.setItem(`edgewatch:${name}`, '{"__proto__":{"polluted":1},"\u0000');
    sessionStorage.setItem('edgewatch:reloaded-for', '\n\n💥');
    document.cookie = 'edgewatch-theme=__proto__; path=/';
  });
  const { url, host } = await deploy(allOperational);
  await page.goto(`${host.url}/`);
  await expect(page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')).toHaveCount(1);
  await page.goto(`${url}/nodes`);
  await expect(page.locator('[role=table][aria-rowcount] tr[aria-rowindex="1"]')).toContainText(/\w/);
  const compact = page.getByRole('banner').getByRole('button', { name: 'Compact rows' });
  await expect(compact).toHaveAttribute('aria-pressed', 'false');
  await compact.click();
  await expect(compact).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('This browser can’t save settings.')).toHaveCount(0);
});

test('a new build under an open page causes one reload and no blank page', async ({ browser }, testInfo) => {
  const program = await nextBuild(testInfo.outputPath('next'));
  const first = await startHost();
  // A plain page: console errors about the stopped host come from the browser, not from the app.
  const page = await browser.newPage();
  const uncaught: Error[] = [];
  page.on('pageerror', (error) => uncaught.push(error));
  const time = await stopTime(page);
  await page.goto(`${first.url}/everything`);
  // The app itself must be there: a link of the server-rendered page would load another document.
  await time.settleUntil(page.locator('#root').getByRole('list', { name: 'Regions by zone' }));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await first.stop();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Nodes' }).click();
  // Failures take real time, so they arrive between two seconds of the page's clock.
  for (let passed = 0; passed < 15 || (passed < 60 && !(await contact(page).isVisible())); passed += 1)
    await page.clock.runFor(1000);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(contact(page)).toContainText('No contact since');
  expect(loads).toBe(0);

  const second = await startHost(['--port', new URL(first.url).port], program);
  for (let passed = 0; passed < 16; passed += 1) await page.clock.runFor(1000);
  await expect(page.locator('script[type=module]')).toHaveAttribute('src', /\.next\.js$/);
  await time.settleUntil(page.getByRole('heading', { level: 1, name: 'Nodes' }));
  await time.settleUntil(page.locator('[role=table][aria-rowcount] tr[aria-rowindex="1"]'));
  await expect(page.locator('[role=table][aria-rowcount] tr[aria-rowindex="1"]')).toContainText(/\w/);
  expect(loads).toBe(1);
  expect(uncaught).toEqual([]);
  await page.close();
  await second.stop();
});

test('a page restored from the back/forward cache shows its true age at once', async ({ page, deploy }) => {
  const { url, host } = await deploy({ ...allOperational, pollSeconds: 2 });
  await page.goto(url);
  await isRead(page);
  await page.goto(`${host.url}/healthz`);
  // Milliseconds of absence: longer than a response is fresh, so that everything is due on return.
  const away = Date.now() + 4000;
  await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(away);
  await page.goBack({ waitUntil: 'commit' });
  // A restored page polls again, and a reloaded page gets a response with its document. Either way no data is
  // 4 s old.
  await expect(page.getByRole('banner').getByText(/Checked [0-2]\ss ago/)).toBeVisible({ timeout: 3000 });
  await expect(header(page)).toHaveAttribute('data-freshness', 'fresh');
});

test('a part that fails to render takes nothing else down', async ({ browser }, testInfo) => {
  const message = 'this part is broken';
  const host = await startHost([], await brokenBuild(testInfo.outputPath('broken'), 'RegionChart', message));
  const context = await browser.newContext();
  const faults = await watch(context);
  const page = await context.newPage();
  await page.goto(`${host.url}/everything/nodes`);
  await unfoldCharts(page);
  const broken = page.getByRole('group', {
    name: /^Nodes and advertised capacity by region could not be drawn/,
  });
  await expect(broken).toContainText(message);
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect(broken).toContainText('The rest of the page goes on.');
  await page.evaluate(() => Object.assign(globalThis, { mended: true }));
  await expect(broken).toHaveCount(0);
  await expect(page.locator('[role=table][aria-rowcount] tr[aria-rowindex="1"]')).toContainText(/\w/);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Status' }).click();
  await expect(verdict(page)).toContainText('components');
  expect(faults.filter((fault) => !fault.includes(message))).toEqual([]);
  await context.close();
  await host.stop();
});
