import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { allOperational } from '#e2e/support/scenarios.ts';
import { test as base, expect } from '#e2e/support/test.ts';
import { expectNoGoodWithoutProof } from '#e2e/support/truth.ts';
import { startGuard } from '../support/hosts/fronts.ts';
import { runProgram } from '../support/hosts/host.ts';

const password = 'correct horse';
/** Output of `edgewatch password` for `password`. */
const line = 'scrypt:32768:8:3:oGaFq18hHG8DuDLfw4F-1g:1h9phuYkeyW-8MwUc6WamiWCyAr52HUDJnRSEm2qhFU';

interface Guarded {
  readonly url: string;
  readonly written: () => string;
  readonly wallLinks: (...args: readonly string[]) => Promise<string>;
}

const test = base.extend<{ readonly guarded: Guarded }>({
  guarded: async ({ startWith }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
    const config = join(folder, 'edgewatch.jsonc');
    writeFileSync(config, JSON.stringify({ demo: true, pollSeconds: 2, access: { password: line } }));
    const data = join(folder, 'data');
    const { url, written } = await startWith(['--config', config, '--data', data]);
    const wallLinks = async (...args: readonly string[]) => {
      const { stdout } = await runProgram(['wall-links', ...args, '--data', data]);
      return stdout.trim();
    };
    await provide({ url, written, wallLinks });
    rmSync(folder, { recursive: true });
  },
});

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('the log-in page works without script, on a desktop and on a phone, and leads back', async ({
  browser,
  guarded,
}) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    await test.step(`${viewport.width} px wide`, async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport });
      const page = await context.newPage();
      await page.goto(`${guarded.url}/edge/nodes?region=osl1`);
      await expect(page).toHaveURL(/\/login\?next=/);
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await expect(page.getByLabel('Password')).toBeFocused();
      await page.getByLabel('Password').fill('wrong');
      const room = await page.getByRole('main').boundingBox();
      await page.keyboard.press('Enter');
      await expect(page.getByText('That isn’t the password.')).toBeVisible();
      await expect(page.getByText(/[89] more tries from this address, then a pause of 15 min\./)).toBeVisible();
      // Space is reserved for the message, so the page must keep its size.
      expect(await page.getByRole('main').boundingBox()).toEqual(room);
      await logIn(page);
      await expect(page).toHaveURL(`${guarded.url}/edge/nodes?region=osl1`);
      await context.close();
    });
});

test('a viewer logs in, sees the end of the session, logs in again at the same place, and logs out', async ({
  page,
  guarded,
}) => {
  const verdict = page.getByRole('status', { name: 'Overall status' });

  await test.step('the log-in page is accessible in both themes and fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const theme of ['light', 'dark']) {
      await page.goto(`${guarded.url}/login?theme=${theme}`);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await page.evaluate(() => document.scripts.length)).toBe(0);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the wall set-up states what its screen needs', async () => {
    await page.goto(`${guarded.url}/edge`);
    await logIn(page);
    await expect(page.getByRole('button', { name: 'Find' })).toBeVisible();
    await page.getByRole('link', { name: 'Wall' }).click();
    await expect(page.getByRole('dialog', { name: 'Set up a wall' })).toContainText(
      'make a wall link with edgewatch wall-links add NAME',
    );
    await page.keyboard.press('Escape');
  });

  await test.step('a page whose session has ended says so, and returns to its place after log-in', async () => {
    const cookies = await page.context().cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toContainEqual([true, 'Lax']);
    await page.context().clearCookies();
    await expect(verdict).toContainText('Session ended', { timeout: 30_000 });
    await page.getByRole('link', { name: 'Log in' }).click();
    await logIn(page);
    await expect(page).toHaveURL(`${guarded.url}/edge`);
    await expect(verdict).not.toContainText('Session ended');
  });

  await test.step('logging out leads to the log-in page, and Back shows nothing', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(`${guarded.url}/login`);
    await page.goBack();
    await expect(page).toHaveURL(/\/login\?next=/);
  });
});

test('a viewer without deployments sees an empty state, on a page and on a wall', async ({
  page,
  startWith,
}) => {
  const file = test.info().outputPath('edgewatch.json');
  const proxy = { trusted: ['127.0.0.1'], userHeader: 'X-User', groupHeader: 'X-Groups' };
  const deployments = [{ slug: 'edge', baseUrl: 'http://127.0.0.1:9', visibleTo: ['storage'] }];
  writeFileSync(file, JSON.stringify({ access: { proxy }, deployments }));
  const { url } = await startWith(['--config', file, '--data', test.info().outputPath('data')]);
  await page.setExtraHTTPHeaders({ 'X-User': 'ann', 'X-Groups': 'web' });
  await page.goto(url);
  await expect(page.getByRole('main')).toContainText('0 deploymentsThis host shows you no deployments.');
  await page.goto(`${url}/wall`);
  await expect(page.getByRole('heading', { name: 'There is no deployment to show' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('edge');
});

test('an ended log-in at a proxy is reported for any response of the proxy', async ({ page, deploy }) => {
  test.slow();
  const { double, host } = await deploy({ ...allOperational, pollSeconds: 2 });
  const guard = await startGuard(host.url);
  const verdict = page.getByRole('status', { name: 'Overall status' });
  const contact = page.getByRole('complementary', { name: 'Contact' });
  try {
    await page.goto(`${guard.origin}/double`);
    await expect(verdict).toContainText('18 of 18');
    for (const by of [401, 403, 'web-page', 'redirect'] as const)
      await test.step(String(by), async () => {
        guard.end(by);
        await expect(contact).toContainText('Your log-in at the proxy has ended. Reload to log in.');
        await expect(page.getByRole('main')).not.toContainText('base URL');
        await expectNoGoodWithoutProof(page);
        guard.end(null);
        await contact.getByRole('button', { name: 'Reload' }).click();
        await expect(verdict).toContainText('18 of 18');
        await expect(contact).toHaveCount(0);
      });
    // A redirect by the service is not the log-in of a proxy. The host reports it as a problem document.
    double.set('/api/v2/status', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' });
    await expect(verdict).toContainText('Redirected', { timeout: 40_000 });
    await expect(contact).toHaveCount(0);
  } finally {
    await page.close();
    await guard.close();
  }
});

test('a wall whose log-in at a proxy has ended reloads once, then says so', async ({ page, deploy }) => {
  const { host } = await deploy({ ...allOperational, pollSeconds: 2 });
  const guard = await startGuard(host.url);
  await page.setViewportSize({ width: 1920, height: 1080 });
  try {
    await page.goto(`${guard.origin}/double/wall`);
    await expect(page.getByRole('main')).toHaveAttribute('data-scene', 'status');
    guard.end('redirect');
    await expect.poll(guard.pagesWhileEnded, { timeout: 30_000 }).toBe(1);
    await expect(page.getByRole('status', { name: 'Overall status' })).toContainText(
      'Your log-in at the proxy has ended. Reload to log in.',
      { timeout: 30_000 },
    );
    await expect(page.getByText('It needs a log-in at the proxy.')).toBeVisible();
    expect(guard.pagesWhileEnded()).toBe(1);
    guard.end(null);
    await page.reload();
    await expect(page.getByRole('main')).toHaveAttribute('data-scene', 'status');
  } finally {
    await page.close();
    await guard.close();
  }
});

test('a wall with a revoked link shows its last picture without colour and without a form', async ({
  page,
  guarded,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const path = await guarded.wallLinks('add', 'lobby');
  await page.goto(guarded.url + path.replace('/wall', '/edge/wall'));
  await expect(page).toHaveURL(`${guarded.url}/edge/wall`);
  await expect(page.getByRole('main')).toHaveAttribute('data-scene', 'status');
  await guarded.wallLinks('revoke', 'lobby');
  const verdict = page.getByRole('status', { name: 'Overall status' });
  await expect(verdict).toContainText(/Session ended at \d\d:\d\d:\d\d/, { timeout: 15_000 });
  await expect(page.getByRole('main')).toHaveAttribute('data-scene', 'blind');
  await expect(page.getByRole('list', { name: 'Last known' })).toBeVisible();
  await expect(page.getByText('It needs a new wall link.')).toBeVisible();
  await expect(page.locator('[data-severity="ok"], [data-severity="assumed"], form, input')).toHaveCount(0);
  expect(guarded.written()).not.toContain(path.split('=')[1]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Wall link not valid' })).toBeVisible();
  await expect(page.locator('form, input')).toHaveCount(0);
});
