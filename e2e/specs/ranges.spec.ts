/** A chosen range of time on the pages with strips and changes, from the history record of the host's demo. */

import type { Page } from '@playwright/test';
import { expectNothingSerious } from '../support/axe.ts';
import { readHistory } from '../support/hosts/recorded-demo.ts';
import { reach } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface Change {
  readonly at: string;
  readonly kind: string;
  readonly key: string;
  readonly after: string | null;
}

/** The hour that begins some minutes before a region of the demo failed. */
async function outageIn(
  url: string,
): Promise<{ readonly from: number; readonly to: number; readonly change: Change }> {
  const [from, to] = [Date.now() - 6.4 * day, Date.now() - 0.5 * day].map((time) =>
    new Date(time).toISOString(),
  );
  const address = `${url}/history/everything/changes?from=${from}&to=${to}&kind=region&limit=1000`;
  const { data } = await readHistory<{ readonly data: readonly Change[] }>(address);
  const change = data.find(({ after }) => after === 'major_outage');
  if (!change) throw new Error('No region of the demo failed.');
  const begin = Math.floor((Date.parse(change.at) - 600_000) / 60_000) * 60_000;
  return { from: begin, to: begin + hour, change };
}

const iso = (time: number) => new Date(time).toISOString();
const over = (page: Page) => page.getByRole('region', { name: 'Overall status over time' });
const marksOf = (page: Page) => over(page).locator('[data-strip] [data-mark]');

async function choose(page: Page, { from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  const form = page.getByRole('form', { name: 'Range of time' });
  await form.getByLabel('From').fill(iso(from).slice(0, 16));
  await form.getByLabel('To').fill(iso(to).slice(0, 16));
  await form.getByRole('button', { name: 'Show' }).click();
}

test('an hour is chosen by its start and end, kept in the address, and left again', async ({
  page,
  recordedDemo: { url },
}) => {
  const outage = await outageIn(url);
  await page.goto(`${url}/everything?range=7d`);

  await test.step('the fields refuse an end before its start', async () => {
    await over(page).getByRole('button', { name: 'From–to' }).click();
    await choose(page, { from: outage.to, to: outage.from });
    await expect(page.getByText('“From” must lie before “To”')).toBeVisible();
    await expectNothingSerious(page);
  });

  await test.step('the strip shows the hour, and the address has it', async () => {
    await choose(page, outage);
    await expect(page).toHaveURL((address) => address.searchParams.get('from') === iso(outage.from));
    await expect(marksOf(page).first()).toHaveAttribute('data-from', iso(outage.from));
    await expect(marksOf(page).last()).toHaveAttribute('data-to', iso(outage.to));
    await expect(over(page).locator('[data-mark][data-severity="critical"]').first()).toBeVisible();
    await expect(over(page)).not.toContainText('Last 7 d');
    await expect(over(page)).not.toContainText('now');
  });

  await test.step('a reload keeps it, and the step before shows the hour before', async () => {
    await page.reload();
    await expect(marksOf(page).first()).toHaveAttribute('data-from', iso(outage.from));
    await over(page).getByRole('button', { name: 'Earlier by the same length' }).click();
    await expect(marksOf(page).first()).toHaveAttribute('data-from', iso(outage.from - hour));
    await over(page).getByRole('button', { name: 'Later by the same length' }).click();
    await expect(marksOf(page).first()).toHaveAttribute('data-from', iso(outage.from));
  });

  await test.step('a usual range ends now again', async () => {
    await over(page).getByRole('button', { name: '24 h' }).click();
    await expect(page).toHaveURL((address) => !address.searchParams.has('from'));
    await expect(over(page)).toContainText('now');
  });
});

test('changes, the region and its timeline show a chosen hour, also on a phone', async ({
  page,
  recordedDemo: { url },
}) => {
  const { from, to, change } = await outageIn(url);
  const search = `from=${iso(from)}&to=${iso(to)}`;
  await reach(page, `${url}/everything/changes?${search}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(/changes from \d+\s\w+\s20\d\d \d\d:\d\d to /);
  await expect(main.getByText(change.key).first()).toBeVisible();
  await page.goto(`${url}/everything/regions/${encodeURIComponent(change.key)}?${search}`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.locator('[data-strip]').first()).toHaveAttribute('data-from', iso(from));
  await page.setViewportSize({ width: 390, height: 844 });
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(excess).toBeLessThanOrEqual(0);
  await timeline.getByRole('button', { name: /UTC$/ }).click();
  await expect.poll(excess).toBeLessThanOrEqual(0);
});

test('ranges by name and fields follow the time zone of the address', async ({
  page,
  recordedDemo: { url },
}) => {
  await page.goto(`${url}/everything?zone=Asia/Kolkata`);
  await over(page).getByRole('button', { name: 'From–to' }).click();
  await page.getByRole('list', { name: 'Ranges' }).getByRole('button', { name: 'Yesterday' }).click();
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('from')?.endsWith('T18:30:00.000Z') === true,
  );
  await expect(page.getByText('This address has')).toHaveCount(0);
});

test('the overview shows a chosen hour of every deployment, with its changes', async ({
  page,
  recordedDemo: { url },
}) => {
  const { from, to } = await outageIn(url);
  const main = page.getByRole('main');
  await page.goto(url);
  const strips = main.getByRole('list', { name: 'Deployments' }).locator('[data-strip]');
  await expect(strips).toHaveCount(4);
  await main.getByRole('button', { name: 'From–to' }).click();
  await choose(page, { from, to });
  await expect(page).toHaveURL((address) => address.searchParams.get('from') === iso(from));
  await expect(strips.first()).toHaveAttribute('data-from', iso(from));
  await expect(strips.last()).toHaveAttribute('data-to', iso(to));
  await expect(main.getByRole('heading', { name: /^Changes/ })).toBeVisible();
  await expect(main.getByRole('list', { name: 'Changes' }).getByText('Edge Network').first()).toBeVisible();
  await main.getByRole('button', { name: 'Earlier by the same length' }).click();
  await expect(strips.first()).toHaveAttribute('data-from', iso(from - hour));
  await main.getByRole('group', { name: 'Range of time' }).getByRole('button', { name: '7 d' }).click();
  await expect(page).toHaveURL(`${url}/?range=7d`);
  await expect(main.getByRole('heading', { name: /^Recent changes/ })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(excess).toBeLessThanOrEqual(0);
});
