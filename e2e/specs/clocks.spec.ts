import type { Page } from '@playwright/test';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime, type StoppedTime } from '../support/time.ts';

const statusPath = '/api/v2/status';
/** Poll interval, seconds: the shortest one. The host serves a cached status for this time. */
const pollSeconds = 2;
const fiveMinutes = 300;

const verdict = (page: Page) => page.getByRole('status', { name: 'Overall status' });
const mark = (page: Page) => verdict(page).locator('[data-severity]');
const tiles = (page: Page) => page.getByRole('list', { name: 'Components' });
const notes = (page: Page) => page.getByRole('list', { name: 'Clocks' });
/** Seconds of one step of time: the longest that misses no poll. */
const step = 10;
const read = async (stopped: StoppedTime, seconds: number) => {
  for (let passed = 0; passed < seconds; passed += step) await stopped.jump(step);
};
const isRead = async (page: Page) => expect(verdict(page)).toContainText('18 of 18');

test('a source whose time stops is frozen, and nothing in it stays green', async ({
  page,
  request,
  deploy,
}) => {
  test.slow();
  let time = Date.parse('2026-03-01T12:00:00Z');
  const { url, api, host } = await deploy({ ...allOperational, pollSeconds, now: () => time, date: Date.now });
  const stopped = await openInStoppedTime(page, url, () => isRead(page));
  for (let move = 0; move < 3; move += 1) {
    time += 10_000;
    await host.leap(pollSeconds * 1000);
    const sent = new Date(time).toISOString().slice(0, 19);
    await expect
      .poll(async () => (await request.get(api + statusPath)).text(), { intervals: [100] })
      .toContain(sent);
    await stopped.pass(pollSeconds + 1);
  }
  await expect(mark(page)).toHaveAttribute('data-severity', 'ok');
  await read(stopped, fiveMinutes - 20);
  await expect(mark(page)).toHaveAttribute('data-severity', 'ok');
  await read(stopped, 30);
  await expect(notes(page)).toContainText(/Source frozen since \d\d:\d\d:\d\d/);
  await expect(verdict(page).getByRole('heading')).toHaveText('Not confirmed');
  await expect(verdict(page)).toContainText('Last known: operational; source frozen since');
  await expect(mark(page)).toHaveAttribute('data-severity', 'unvouched');
  await expect(tiles(page).locator('[data-severity=unvouched]')).toHaveCount(18);
  await expect(page.locator('header[data-freshness=fresh]').first()).toBeVisible();
});

test('a source whose time never moved is assumed after five minutes, and its clock offset is corrected', async ({
  page,
  deploy,
}) => {
  test.slow();
  const time = Date.parse('2026-03-01T14:00:00Z');
  // The data of this service stands still, but the clock of its HTTP server runs.
  const ahead = time - Date.now();
  const date = () => Date.now() + ahead;
  const { url } = await deploy({ ...allOperational, pollSeconds, now: () => time, date });
  const stopped = await openInStoppedTime(page, url, () => isRead(page));
  await stopped.settleUntil(notes(page));
  await expect(notes(page)).toContainText(/The service’s clock is \d+\sh.* ahead of this screen’s/);
  await expect(page.getByText(/^14:00:00, \d+\s(?:s|min) ago$/)).toBeVisible();
  await read(stopped, fiveMinutes + 20);
  await expect(notes(page)).toContainText(/Service’s own time unchanged since .*assumed/);
  await expect(mark(page)).toHaveAttribute('data-severity', 'assumed');
  await expect(tiles(page).locator('[data-severity=assumed]')).toHaveCount(18);
});

test('the endpoints page shows the three timestamps of each response', async ({ page, deploy }) => {
  const { url } = await deploy(allOperational);
  await page.goto(`${url}/endpoints`);
  const clocks = page.getByRole('table', { name: 'Clocks of the last answers' });
  const row = (path: string) => clocks.getByRole('row').filter({ hasText: path });
  await expect(row(statusPath)).toContainText(/\d\d:\d\d:\d\d.* ago, by updated_at/);
  await expect(row('/api/v2/nodes')).toContainText(/\d\d:\d\d:\d\d.* ago, by its Date header/);
});
