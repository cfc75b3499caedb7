/**
 * Charts of numbers over time from the history record: read point by point, selected, as a table, and without
 * a line across a fall.
 */

import type { Page } from '@playwright/test';
import { rowsOf } from '../servers/edits.ts';
import { startHost } from '../support/hosts/host.ts';
import { readHistory } from '../support/hosts/recorded-demo.ts';
import { shiftOf, watchShifts } from '../support/layout-shift.ts';
import { allOperational } from '../support/scenarios.ts';
import { expect, test } from '../support/test.ts';

function volumesOf(page: Page) {
  const heading = page.getByRole('heading', { name: 'Reported volume by source' });
  return page.locator('section').filter({ has: heading });
}

test('volumes by source come from the record: read point by point, as a table, by time span, with what fell', async ({
  page,
  context,
  recordedDemo: host,
}) => {
  await watchShifts(context);
  await page.goto(`${host.url}/everything/events?range=7d`);
  const panel = volumesOf(page);

  await test.step('the largest types show their lowest, highest and current value and their falls', async () => {
    const types = page.getByRole('list', { name: 'Largest event types' });
    await expect(types.getByRole('listitem')).toHaveCount(12);
    await expect(types.getByRole('listitem').first()).toContainText(
      /lowest [\d,]+highest [\d,]+now [\d,]+\d+ falls/,
    );
  });

  await test.step('the plot shows component changes below it, and how much was observed', async () => {
    await expect(panel.getByText(/^99\.\d\d\s% observed$/).first()).toBeVisible();
    await expect(
      panel.getByRole('img', { name: /^\d+ component changes: .+, \d\d? \w{3} \d\d:\d\d/ }),
    ).toBeVisible();
    expect(await shiftOf(page)).toBeLessThan(0.02);
  });

  await test.step('it is read point by point and as a table', async () => {
    await expect(panel).toContainText('one point per hour');
    await expect(panel).toContainText(/Not observed \d+\smin/);
    const plot = panel.getByRole('group', { name: /arrows read it point by point/ });
    await plot.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('PageDown');
    await expect(plot).toContainText(/server [\d,]+.*together [\d,]+/);
    const before = await plot.textContent();
    await page.keyboard.press('ArrowRight');
    await expect(plot).not.toHaveText(before ?? '');
    await page.keyboard.press('t');
    const table = panel.getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveText(['Until, UTC', 'api', 'server', 'Falls']);
    await expect(table.getByRole('row')).not.toHaveCount(1);
    // The table has the focus after the chart, so the same key switches back.
    await expect(panel.getByRole('region', { name: /, table$/ })).toBeFocused();
    await page.keyboard.press('t');
    await expect(plot).toBeFocused();
  });

  await test.step('a time span is selected by keys, zoomed, stored in the address and left again', async () => {
    const plot = panel.getByRole('group', { name: /arrows read it point by point/ });
    await plot.focus();
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    const zoom = plot.getByRole('button', { name: 'Zoom' });
    await expect(zoom).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(zoom).toHaveCount(0);
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/from=/);
    await expect(panel.getByRole('button', { name: 'back' })).toBeVisible();
    await page.reload();
    await expect(panel.getByRole('button', { name: 'back' })).toBeVisible();
    await plot.focus();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/from=/);
    await expect(page).toHaveURL(/range=7d/);
  });

  await test.step('values have a log scale on request', async () => {
    await expect(panel).toContainText('stacked');
    await panel.getByRole('button', { name: 'Log' }).click();
    await expect(page).toHaveURL(/values=log/);
    await expect(panel).toContainText('each by itself');
    await panel.getByRole('button', { name: 'Linear' }).click();
  });

  await test.step('component changes lead to the page of changes', async () => {
    await panel.getByRole('link', { name: /^\d+ component changes$/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
  });

  await test.step('a fall of a source names the types that fell, each with a link to its page', async () => {
    await page.goto(`${host.url}/everything/events?range=7d`);
    const note = volumesOf(page)
      .getByText(/: (api|api and server|server) fell, by \d+ types?: /)
      .first();
    await expect(note).toBeVisible();
    const type = note.getByRole('link').first();
    const name = (await type.textContent()) ?? '–';
    await type.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await expect(page.getByRole('main')).toContainText(/It fell (once|twice|\d+ times) in/);
  });
});

test('a time without a poll is shown as not observed, not as the begin of a trend', async ({
  page,
  recordedDemo: host,
}) => {
  const { since } = await readHistory<{ since: string }>(`${host.url}/history/everything`);
  const hour = 3_600_000;
  const begin = (Math.floor(Date.parse(since) / hour) - 3) * hour;
  const [from, to] = [begin, begin + hour].map((time) => new Date(time).toISOString());
  await page.goto(`${host.url}/everything/events?from=${from}&to=${to}`);
  await expect(volumesOf(page)).toContainText(/0\.00\s% observed/);
  const types = page.getByRole('list', { name: 'Largest event types' });
  await expect(types.getByRole('listitem').first()).toContainText(/– falls/);
  await expect(page.getByText('The trend begins now')).toHaveCount(0);
  await types.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/events\/evt_/);
  await page.goto(`${page.url().split('?')[0]}?from=${from}&to=${to}`);
  const figures = page.getByRole('group', { name: 'Key figures' });
  await expect(figures).toContainText(/Falls in 1\sh–/);
  await expect(figures).toContainText(/Observed0\.00\s?%/);
  await expect(page.getByText('The trend begins now')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the value at the cursor is not cut', async ({ page, context, recordedDemo: host }) => {
    await watchShifts(context);
    await page.goto(`${host.url}/everything/events?range=7d`);
    const plot = volumesOf(page).getByRole('group', { name: /arrows read it point by point/ });
    const read = plot.getByText(/together/).last();
    await expect(read).toBeVisible();
    const isCut = await plot
      .locator('[aria-live]')
      .evaluate((line) => line.scrollWidth > line.clientWidth + 1 || line.scrollHeight > line.clientHeight + 1);
    expect(isCut).toBe(false);
    expect(await shiftOf(page)).toBeLessThan(0.02);
    // The names of event types whose count fell are shown only on request.
    const named = volumesOf(page)
      .getByText(/ fell, by \d+ types?: /)
      .first();
    await expect(named).toBeHidden();
    await volumesOf(page).getByText('The newest falls by type').click();
    await expect(named).toBeVisible();
  });
});

test('without a record the pages draw what they read themselves, and state a fall', async ({
  page,
  deploy,
}) => {
  const { url, double } = await deploy({ ...allOperational, pollSeconds: 2 });
  const putCount = (count: number) =>
    double.set('/api/v1/events', {
      headers: { 'Cache-Control': 'public, max-age=1' },
      edit: (body) => ({ ...body, data: rowsOf(body).map((row) => ({ ...row, count })) }),
    });
  putCount(1_000);
  await page.goto(`${url}/events`);
  const plot = volumesOf(page).getByRole('group', { name: /arrows read it point by point/ });
  await expect(plot).toContainText('together');
  await expect(volumesOf(page)).toContainText('since this page opened');
  const first = page.getByRole('list', { name: 'Largest event types' }).getByRole('listitem').first();
  await expect(first).toContainText(/now 1,000\s*0 falls/);
  putCount(10);
  await expect(first).toContainText(/lowest 10highest 1,000now 10\s*1 falls/);
  await first.getByRole('link').click();
  await expect(page.getByText(/It fell once in \d+\ss/)).toBeVisible();
  const falls = page.getByRole('region', { name: 'Falls', exact: true }).getByRole('row');
  await expect(falls.nth(1)).toContainText(/\d\d:\d\d:\d\d – \d\d:\d\d:\d\d1,00010none/);
});

test('a page without observation says so', async ({ page }) => {
  const unobserved = await startHost(['--demo'], undefined, { EDGEWATCH_OBSERVE: 'off' });
  await page.goto(`${unobserved.url}/everything/events`);
  await expect(page.getByText('not observed (observe: off)')).toBeVisible();
  await expect(volumesOf(page)).toContainText('since this page opened');
  await page.close();
  await unobserved.stop();
});

test('a wall shows the change of the last day beside figures and event types', async ({
  page,
  recordedDemo: host,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${host.url}/everything/wall?scenes=inventory,events&seconds=5`);
  const figures = page.locator('.wall-figures');
  await expect(figures.getByText(/^[+−±-].*in 24\sh$/)).toHaveCount(5);
  // A level line is only as high as its stroke, so its height proves nothing.
  await expect(figures.locator('svg path[fill="none"]')).not.toHaveCount(0);
  const types = page.getByRole('list', { name: 'Largest event types' }).getByRole('listitem');
  await expect(types.first().locator('svg path[fill="none"]')).toBeVisible();
});
