/** The report of a month: its page at a host with a history and planned work, on paper, and without a history. */

import { readFile, writeFile } from 'node:fs/promises';
import type { MonthReport } from '#contract/reports/month-report.ts';
import { expectNothingSerious } from '../support/axe.ts';
import { longest, readHistory } from '../support/hosts/recorded-demo.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

const day = 86_400_000;

test('a month on one sheet, with planned work apart, as CSV and on paper', async ({ page, startWith }) => {
  test.setTimeout(120_000);
  const file = test.info().outputPath('edgewatch.json');
  const planned = {
    title: 'Nightly copy',
    from: new Date(Date.now() - 20 * day).toISOString().replace(/T.*/, 'T00:00:00Z'),
    to: new Date(Date.now() - 20 * day).toISOString().replace(/T.*/, 'T12:00:00Z'),
    rrule: 'FREQ=DAILY',
  };
  await writeFile(file, JSON.stringify({ demo: true, planned: [planned] }));
  const { url } = await startWith(['--config', file], { EDGEWATCH_OBSERVE: 'all' });
  // The demo's week may lie in two months. The one with more of it is shown.
  const reportOf = (time: number) =>
    readHistory<MonthReport>(
      `${url}/history/everything/report?month=${new Date(time).toISOString().slice(0, 7)}`,
    );
  await expect(async () => {
    const { data } = await reportOf(Date.now() - 3 * day);
    expect(data[0]?.observed).toBeGreaterThan(day);
  }).toPass({ timeout: longest });
  const { month, data, outages } = await reportOf(Date.now() - 3 * day);
  const [whole, ...components] = data;
  expect(whole?.outages).toBeGreaterThan(0);
  const main = page.getByRole('main');

  await test.step('the Changes page leads to it', async () => {
    await page.goto(`${url}/everything/changes`);
    await main.getByRole('link', { name: 'Month report' }).click();
    await expect(page).toHaveURL(`${url}/everything/report`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Month report');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('its sentences and tables state all times with their base', async () => {
    await page.goto(`${url}/everything/report?month=${month}`);
    await expect(main).toContainText(/Everything was good for \d\d\.\d\d\s% of observed time in \w+ 20\d\d/);
    await expect(main).toContainText(/of the time was observed; the other .* count as neither good nor bad/);
    const times = main.getByRole('table', { name: 'Times by state' });
    await expect(times.getByRole('row')).toHaveCount(data.length + 1);
    await expect(times.getByRole('row', { name: /^Whole deployment/ })).toContainText(/\d\d\.\d\d\s%/);
    for (const { key } of components.slice(0, 3))
      await expect(times.getByRole('rowheader', { name: key, exact: true })).toBeVisible();
    const listed = main.getByRole('table', { name: 'Outages' }).getByRole('row');
    await expect(listed).toHaveCount(outages.length + 1);
    const works = main.getByRole('table', { name: 'Planned work' });
    await expect(works.getByRole('row', { name: /Nightly copy/ }).first()).toContainText('12 h');
    await expect(main.getByRole('table', { name: 'Times in planned work' })).toContainText('Whole deployment');
    await expectNoGoodWithoutProof(page);
    await expectNothingSerious(page);
  });

  await test.step('the file has each outage', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Outages as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`everything-outages-${month}.csv`);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines.filter((line) => line.startsWith('everything,'))).toHaveLength(outages.length);
    for (const { from } of outages) expect(lines.some((line) => line.includes(from))).toBe(true);
  });

  await test.step('it takes one sheet of paper, without controls', async () => {
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('link', { name: 'Outages as CSV' })).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Months' })).toBeHidden();
    await expect(main.getByRole('table', { name: 'Times by state' })).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  await test.step('a phone shows it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess).toBeLessThanOrEqual(0);
  });
});

test('without a history it says why, and an unknown month falls back to the present one', async ({
  page,
  deploy,
}) => {
  const { url } = await deploy();
  await page.goto(`${url}/report?month=2026-99`);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    'No host records a history of this deployment, so there is no month report.',
  );
  const present = new Date().toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  await expect(page).toHaveTitle(new RegExp(`Month report, ${present}`));
  await expect(page.getByRole('link', { name: 'Outages as CSV' })).toHaveCount(0);
});
