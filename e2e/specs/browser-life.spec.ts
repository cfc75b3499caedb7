/** What a browser does to a page that is open for weeks (section 7 of the promises). */

import type { Page } from '@playwright/test';
import { brokenBuild, nextBuild } from '../support/builds.ts';
import { chromiumLaunch } from '../support/chromium.ts';
import { startHost } from '../support/host.ts';
import { unfoldCharts } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test, watch } from '../support/test.ts';
import { openInStoppedTime, stopTime } from '../support/time.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

test.use({
  // Playwright turns the back/forward cache off; readers have it.
  launchOptions: { ...chromiumLaunch(), ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

const statusPath = '/api/v2/status';
const pollSeconds = 10;
/** What the status page asks for again and again. */
const askedAgain = ['/api/v1/events', '/api/v2/buckets', '/api/v2/nodes', '/api/v2/regions', statusPath];

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

/** Paths asked of a deployment from now on; `take` empties the list. */
function watchAsked(page: Page, api: string) {
  let asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(api)) asked.push(request.url().slice(api.length));
  });
  return {
    take() {
      const taken = asked.toSorted();
      asked = [];
      return taken;
    },
  };
}

/** A tab in front or behind another, as far as its page can see. */
function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('a network that goes is said at once, and when it is back everything is asked for once', async ({
  page,
  context,
  deploy,
}) => {
  const { url, api } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, url, () => isRead(page));
  // The code of the other pages is there by then.
  await time.pass(40);
  await context.setOffline(true);
  await page.clock.runFor(1000);
  await expect(contact(page)).toContainText('This device reports that it has lost its network');
  await time.passInVain(90);
  await expect(contact(page)).toContainText(/No contact since \d\d:\d\d:\d\d/);
  await expect(contact(page)).toContainText('This device reports that it has no network');
  await expect(header(page)).toContainText(/2\smin/);
  await expectNoGoodWithoutProof(page);

  const asked = watchAsked(page, api);
  await context.setOffline(false);
  await time.pass(2);
  await expect(header(page)).toHaveAttribute('data-freshness', 'fresh');
  await expect(contact(page)).toHaveCount(0);
  await time.pass(3);
  expect(asked.take()).toEqual(askedAgain.filter((path) => path !== '/api/v2/regions'));
});

test('the network is asked, whatever the browser says of it: a host that is away, and one that is there', async ({
  page,
  deploy,
  startWith,
}) => {
  const { double } = await deploy(allOperational);
  const show = ['--base-url', `double=${double.url}`];
  const first = await startWith(show);
  const time = await openInStoppedTime(page, `${first.url}/double`, () => isRead(page));
  // The code of the other pages is there by then.
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

test('a tab hidden for half an hour asks for status once a minute, and for the rest once on return', async ({
  page,
  deploy,
}) => {
  const { url, api } = await deploy({ ...allOperational, pollSeconds });
  const time = await openInStoppedTime(page, url, () => isRead(page));
  await setVisibility(page, 'hidden');
  const asked = watchAsked(page, api);
  for (let passed = 0; passed < 30 * 60; passed += 30) await time.jump(30);
  const hidden = asked.take();
  expect([...new Set(hidden)]).toEqual([statusPath]);
  expect(hidden.length).toBeLessThanOrEqual(30);
  // What is due after a minute and up to a twentieth may wait for the end of a step of 30 s.
  expect(hidden.length).toBeGreaterThanOrEqual(18);
  await expectNoGoodWithoutProof(page);

  await setVisibility(page, 'visible');
  await time.pass(5);
  // Status may have had its minute just before.
  expect(asked.take().filter((path) => path !== statusPath)).toEqual(
    askedAgain.filter((path) => path !== statusPath),
  );
  await expect(header(page)).toHaveAttribute('data-freshness', 'fresh');
});

/** Run in the page before anything else. */
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
  test(`a browser that ${what} shows every page, and says once that it keeps no setting`, async ({
    page,
    deploy,
  }) => {
    await page.addInitScript(prepare);
    const { url, host } = await deploy(allOperational);
    await page.goto(`${host.url}/`);
    await expect(page.getByRole('list', { name: 'Deployments' }).getByRole('listitem')).toHaveCount(1);
    await page.goto(url);
    await isRead(page);
    await page.getByRole('link', { name: 'Nodes', exact: true }).first().click();
    await expect(page.locator('[role=table][aria-rowcount] tr[aria-rowindex="1"]')).toContainText(/\w/);

    const said = page.getByText('This browser can’t save settings.');
    await expect(said).toHaveCount(0);
    const compact = page.getByRole('banner').getByRole('button', { name: 'Compact rows' });
    await compact.click();
    await expect(compact).toHaveAttribute('aria-pressed', 'true');
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await compact.click();
    await expect(compact).toHaveAttribute('aria-pressed', 'false');
    await expect(said).toHaveCount(0);
  });

test('settings that are garbage fall back, and say nothing', async ({ page, deploy }) => {
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

test('a new build under an open page costs one reload, and no white page before it', async ({
  browser,
}, testInfo) => {
  const program = await nextBuild(testInfo.outputPath('next'));
  const first = await startHost();
  // What a host that is away leaves in the console is the browser's report, not the page's.
  const page = await browser.newPage();
  const uncaught: Error[] = [];
  page.on('pageerror', (error) => uncaught.push(error));
  const time = await stopTime(page);
  await page.goto(`${first.url}/everything`);
  // Of the app itself: what its host drew before it leads to another document.
  await time.settleUntil(page.locator('#root').getByRole('list', { name: 'Regions by zone' }));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await first.stop();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Nodes' }).click();
  // Failures come in real time, between two seconds of the page.
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

test('a page that comes back from the back/forward cache has its true age at once', async ({
  page,
  deploy,
}) => {
  const { url, host } = await deploy({ ...allOperational, pollSeconds: 2 });
  await page.goto(url);
  await isRead(page);
  await page.goto(`${host.url}/healthz`);
  // Longer than a reading is good for: what is shown on return is due.
  const away = Date.now() + 4000;
  await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(away);
  await page.goBack({ waitUntil: 'commit' });
  // Taken from the cache it asks, loaded anew it comes with a reading: in both cases nothing is 4 s old any more.
  await expect(page.getByRole('banner').getByText(/Checked [0-2]\ss ago/)).toBeVisible({ timeout: 3000 });
  await expect(header(page)).toHaveAttribute('data-freshness', 'fresh');
});

test('a part that cannot be drawn takes nothing with it', async ({ browser }, testInfo) => {
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
