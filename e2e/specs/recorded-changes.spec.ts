/** Changes from the history record: pages of changes, filter, export, and live changes above them. */

import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pathsOf } from '../servers/documented.ts';
import { startDouble } from '../servers/double.ts';
import { startRecord } from '../servers/record.ts';
import { expectNothingSerious } from '../support/axe.ts';
import type { Host } from '../support/hosts/host.ts';
import { readHistory, startRecordedDemo } from '../support/hosts/recorded-demo.ts';
import { shiftOf, watchShifts } from '../support/layout-shift.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const entries = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('list', { name: /^Changes of/ })
    .locator('> li');

test.describe('of a demo', () => {
  let host: Host;
  test.beforeAll(async () => {
    host = await startRecordedDemo();
  });
  test.afterAll(async () => {
    await host.stop();
  });

  test('a week is listed by days, with change windows, its gap and its coverage', async ({ page, context }) => {
    await watchShifts(context);
    await page.goto(`${host.url}/everything/changes`);
    await expect(page.getByRole('main')).toContainText(/\d+ changes? in 24 h/);
    expect(await shiftOf(page)).toBeLessThan(0.05);
    await page.getByRole('button', { name: '7 d', exact: true }).click();
    await expect(page).toHaveURL(/\?range=7d$/);
    const lead = page
      .getByRole('main')
      .getByRole('banner')
      .or(page.getByRole('main').locator('header'))
      .first();
    await expect(lead).toContainText(/\d+ changes in 7 d, shown as \d+ entries/);
    await expect(lead).toContainText('45 min were not observed');
    await expect(page.getByRole('main')).toContainText(/Newest recorded poll \d\d:\d\d:\d\d/);
    await expect(page.getByRole('main')).toContainText('could hide between looks');

    // A coverage gap has a line of its own, at the time of its end.
    const gap = entries(page).filter({ hasText: /Not observed 45\smin from 0[23]:\d\d:\d\d, all endpoints/ });
    await expect(gap).toContainText('this host was killed');
    await expect(gap.locator('[data-severity]')).toHaveAttribute('data-severity', 'unvouched');
    await gap.getByRole('button', { name: 'show 7' }).click();
    await expect(gap.getByRole('link', { name: '/api/v2/nodes' })).toBeVisible();

    const move = entries(page).filter({ hasText: 'moved' });
    await expect(move).toContainText('Brussels');
    const time = move.locator('time');
    const [since, notBefore] = await Promise.all(
      ['data-since', 'data-not-before'].map((name) => time.getAttribute(name)),
    );
    expect(Date.parse(since ?? '') - Date.parse(notBefore ?? '')).toBeGreaterThan(0);
    expect(since).toMatch(/\.\d{3}Z$/);

    await expect(entries(page).filter({ hasText: 'Cache operational to “recalibrating”' })).toContainText(
      'a word not seen before',
    );
    await expectNothingSerious(page);

    await page.getByRole('combobox', { name: /^Of/ }).selectOption('bucket');
    await expect(page).toHaveURL(/of=bucket/);
    await expect(entries(page).first()).toContainText(/bucket bkt_\w+ appeared|\d+ buckets appeared/);
    await page.getByRole('combobox', { name: /^Of/ }).selectOption('');
    await page.getByRole('checkbox', { name: 'Moves 1' }).uncheck();
    await expect(move).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page).toHaveURL(/\?range=7d$/);

    const id = await move.getByRole('link').first().textContent();
    await move.getByRole('link').first().click();
    await expect(page).toHaveURL(`${host.url}/everything/nodes/${id}`);
  });

  test('an exported file states its time range and the gaps in it', async ({ page }) => {
    await page.goto(`${host.url}/everything/changes?range=7d&kind=move`);
    await expect(entries(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toMatch(/range[^\n]*\d{4}-\d\d-\d\dT[\d:.]+Z to \d{4}-/);
    expect(file).toMatch(/not observed \/api\/v2\/status[^\n]* to [^\n]*this host was killed/);
    expect(file).toMatch(/rows[^\n]*1 of \d+/);
  });

  test('fits a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${host.url}/everything/changes?range=7d`);
    await expect(entries(page).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(/\d{4} \d+ entr/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectNothingSerious(page);
  });
});

test('older changes are read on request and added below', async ({ page, deploy }) => {
  const { host } = await deploy(allOperational);
  const record = await startRecord(host.url, { slugs: ['double'], components: ['API'], changes: 1_300 });
  await page.goto(`${record.url}/double/changes`);
  const main = page.getByRole('main');
  await expect(main).toContainText(/at least 200 changes in 24 h, loaded back to/i);
  await page.getByRole('button', { name: 'Show 100 more of 200 entries' }).click();
  const first = (await entries(page).first().textContent())?.slice(0, 40) ?? '';
  await page.getByRole('button', { name: /^Read changes before/ }).click();
  await expect(main).toContainText(/at least 1,200 changes/i);
  await expect(entries(page).first()).toContainText(first);
  // If a filter matches nothing, older changes that are not loaded yet may match it.
  await page.getByRole('searchbox').fill('nowhere');
  await expect(main).toContainText('No changes match');
  await page.getByRole('button', { name: /^Read changes before/ }).click();
  await expect(page.getByRole('button', { name: /^Read changes before/ })).toHaveCount(0);
  await expect(main).toContainText(/1,300 changes in 24 h, shown/);
  await expect(page.getByText('That is all of 24 h.')).toBeVisible();
  await page.goto('about:blank');
  await record.close();
});

test('without a record the page says why and shows its own session', async ({ page, deploy }) => {
  const { host } = await deploy(allOperational);
  for (const [script, words] of [
    [{ problem: { status: 404, body: {} } }, 'No host records a history here.'],
    [{ observe: 'off' }, 'The host records no history of this deployment.'],
    [{ problem: { status: 503, body: { reason: 'locked' } } }, 'nothing is recorded: locked'],
    [{ problem: { status: 200, body: { deployment: 'double' } } }, 'The history cannot be read'],
  ] as const) {
    const record = await startRecord(host.url, { slugs: ['double'], components: [], ...script });
    await page.goto(`${record.url}/double/changes`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/0 changes since \d\d:\d\d:\d\d, when this page opened/);
    await page.goto('about:blank');
    await record.close();
  }
});

test('a new change is on top at once, and stays one entry once it is recorded', async ({ page, startWith }) => {
  const double = await startDouble(allOperational);
  const put = (word: string) => {
    for (const path of pathsOf(null))
      double.set(path, {
        edit: (body) => ({
          ...body,
          status: word === 'operational' ? 'operational' : 'degraded',
          components: [{ name: 'Gate', status: word }],
        }),
      });
  };
  put('operational');
  const file = test.info().outputPath('edgewatch.json');
  await writeFile(file, JSON.stringify({ pollSeconds: 2 }));
  const host = await startWith(['--config', file, '--base-url', `double=${double.url}`], {
    EDGEWATCH_OBSERVE: 'all',
  });
  // The page would request the record again only after 30 s, so wait until the first poll is recorded.
  const hasBegun = async () => {
    const { since } = await readHistory<{ readonly since: string | null }>(`${host.url}/history/double`);
    return since !== null;
  };
  await expect.poll(hasBegun, { timeout: 60_000 }).toBe(true);
  await page.goto(`${host.url}/double/changes`);
  await expect(page.getByRole('main')).toContainText('No changes in 24 h.');
  put('degraded');
  const gate = entries(page).filter({ hasText: 'Gate operational to degraded' });
  await expect(gate.locator('[data-severity=degraded]')).toBeVisible();
  const state = async () => {
    const { data } = await readHistory<{ readonly data: readonly { readonly key: string }[] }>(
      `${host.url}/history/double/changes?kind=component`,
    );
    return data.map(({ key }) => key);
  };
  await expect.poll(state, { timeout: 30_000 }).toContain('Gate');
  put('operational');
  await expect(entries(page).filter({ hasText: 'Gate recovered' })).toHaveCount(1, { timeout: 30_000 });
  await expect(gate).toHaveCount(1);
  await expect(gate).not.toContainText('open');
  await double.refuse();
  await expectNoGoodWithoutProof(page);
  await page.goto('about:blank');
  await double.close();
});

test('a day without changes is stated on the status page, and on a phone without an empty line', async ({
  page,
  deploy,
}) => {
  const { host } = await deploy(allOperational);
  const record = await startRecord(host.url, { slugs: ['double'], components: ['API'], changes: 0 });
  await page.goto(`${record.url}/double`);
  await expect(page.getByText('No component, region or node changed in the last 24 h.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  // The heights of the head in all frames, loading included.
  await page.addInitScript(() => {
    const heights = new Set<number>();
    const measure = () => {
      const head = document.querySelector('#root main header');
      if (head) heights.add(head.getBoundingClientRect().height);
      document.documentElement.dataset['heights'] = [...heights].filter(Boolean).join(' ');
      requestAnimationFrame(measure);
    };
    requestAnimationFrame(measure);
  });
  await page.goto(`${record.url}/double/changes`);
  await expect(page.getByRole('main')).toContainText('0 changes in 24 h');
  const spareHeight = await page
    .getByRole('main')
    .locator('header')
    .first()
    .evaluate((header) => {
      const bottoms = [...header.children].map((child) => child.getBoundingClientRect().bottom);
      return header.getBoundingClientRect().bottom - Math.max(...bottoms);
    });
  expect(spareHeight).toBeLessThan(15);
  await expect(page.locator('html')).toHaveAttribute('data-heights', /^\d+$/);
  await page.goto('about:blank');
  await record.close();
});
