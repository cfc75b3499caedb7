/** Strips of the history record: labels, keyboard, and the page of a host without a history record. */

import { type RecordScript, startRecord } from '../servers/record.ts';
import { goWithin } from '../support/pages.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

const minutes = 60_000;

test('strips of the record are read mark by mark, with gaps and their causes', async ({ page, deploy }) => {
  const { host } = await deploy(allOperational);
  const record = await startRecord(host.url, {
    slugs: ['double'],
    components: ['API'],
    trouble: { API: 45 * minutes },
  });
  await page.goto(`${record.url}/double`);
  const history = page.getByRole('region', { name: 'Overall status over time' });
  await expect(history).toContainText('good of 23 h 18 min observed');
  await expect(history).toContainText('Not observed 42 min, this host was stopped');
  const strip = page.locator('[data-strip="deployment"]');
  await expect(strip).toHaveAttribute('data-key', 'double');
  const marks = strip.getByRole('button');
  await expect(marks).toHaveCount(90);
  await marks.last().focus();
  await expect(marks.last()).toHaveAttribute('aria-label', /degraded at worst, all of 16\smin observed/);
  await page.keyboard.press('Home');
  await expect(marks.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(marks.nth(1)).toBeFocused();
  await expect(history).toContainText(/operational, all of 16\smin observed/);
  await expect(strip.locator('[data-observed="0"][data-severity="unvouched"]')).not.toHaveCount(0);
  await history.getByRole('button', { name: '7 d' }).click();
  await expect(page).toHaveURL(/range=7d/);
  await expect(history).toContainText('Last 7 d');
  await page.goto('about:blank');
  await record.close();
});

test('without a record the page says so and shows its own session', async ({ page, deploy }) => {
  const { host } = await deploy(allOperational);
  for (const [script, words] of [
    [{ problem: { status: 404, body: {} } }, 'A longer history needs the host'],
    [{ observe: 'off' }, 'Observation of this deployment is turned off'],
    [{ problem: { status: 503, body: { reason: 'locked' } } }, 'nothing is recorded: locked'],
    [{ problem: { status: 200, body: { deployment: 'double' } } }, 'cannot be read'],
  ] as const) {
    const record = await startRecord(host.url, { slugs: ['double'], components: [], ...script });
    await page.goto(`${record.url}/double`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('img', { name: /Overall status since this page opened/ })).toBeVisible();
    await goWithin(page, '/double/endpoints');
    await expect(page.getByText('no record', { exact: true }).first()).toBeVisible();
    await page.goto('about:blank');
    await record.close();
  }
});

test('a notice about the record is on every page until it is acknowledged', async ({ page, deploy }) => {
  const { host } = await deploy(allOperational);
  const notice = {
    kind: 'damaged',
    since: '2026-11-23T03:00:20.000Z',
    kept: 'history.db.aside-20261123T030020Z',
  } as const;
  const record = await startRecord(host.url, { slugs: ['double'], components: [], notice });
  await page.goto(record.url);
  for (const path of ['/', '/double', '/double/nodes']) {
    await goWithin(page, path);
    await expect(page.locator('[data-history-notice="damaged"]')).toContainText(
      'history.db.aside-20261123T030020Z',
    );
  }
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.locator('[data-history-notice]')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.locator('[data-history-notice]')).toHaveCount(0);
  await page.goto('about:blank');
  await record.close();
});

test('a condition that stops recording is shown as long as it lasts', async ({ page, deploy }) => {
  const { host } = await deploy(allOperational);
  const at = '2026-11-23T03:00:20.000Z';
  const damaged = { kind: 'damaged', since: at, kept: 'history.db.aside-20261123T030020Z' } as const;
  const full = { kind: 'disk-full', since: at, kept: null } as const;
  const script: { -readonly [Key in keyof RecordScript]: RecordScript[Key] } = {
    slugs: ['double'],
    components: [],
    notice: damaged,
  };
  const record = await startRecord(host.url, script);
  const notice = page.locator('[data-history-notice]');
  const acknowledge = page.getByRole('button', { name: 'Acknowledge' });
  await page.goto(record.url);
  await acknowledge.click();
  Object.assign(script, { reason: 'disk-full', notice: full });
  await page.goto(`${record.url}/double`);
  await expect(notice).toContainText('The disk is full. History has not been recorded since 23 Nov 2026');
  await acknowledge.click();
  Object.assign(script, { reason: 'clock', notice: damaged });
  await page.goto(`${record.url}/double/nodes`);
  await expect(notice).toContainText('clock was set back or is a day off');
  await expect(acknowledge).toHaveCount(0);
  // The reader has acknowledged these notices before, so they do not return.
  for (const known of [
    { reason: 'disk-full', notice: full },
    { reason: null, notice: damaged },
  ]) {
    Object.assign(script, known);
    const response = page.waitForResponse(`${record.url}/history`);
    await page.reload();
    await response;
    await expect(page.getByRole('table')).toBeVisible();
    await expect(notice).toHaveCount(0);
  }
  await page.goto('about:blank');
  await record.close();
});

test('the history of a demo with another seed is recreated, without old data', async ({ startWith }) => {
  // Writing a week takes half a minute on a busy machine.
  test.setTimeout(240_000);
  const variables = { EDGEWATCH_OBSERVE: 'all', EDGEWATCH_DATA: test.info().outputPath('data') };
  const seeds = ['11', '12'];
  const recorded: (readonly string[])[] = [];
  for (const seed of seeds) {
    const host = await startWith(['--demo', '--demo-seed', seed], variables);
    await expect(async () => {
      const answer = await fetch(`${host.url}/history/edge/strips?kind=node`);
      const { data }: { readonly data: readonly { readonly key: string }[] } = await answer.json();
      expect(data.length).toBeGreaterThan(100);
      recorded.push(data.map(({ key }) => key));
    }).toPass({ timeout: 100_000 });
    await host.stop();
  }
  const [first = [], second = []] = recorded;
  expect(second.filter((key) => first.includes(key))).toEqual([]);
});
