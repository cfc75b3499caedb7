/** One event type over time, from the history record of the host's demo. */

import type { Host } from '../support/hosts/host.ts';
import { readHistory } from '../support/hosts/recorded-demo.ts';
import { shiftOf, watchShifts } from '../support/layout-shift.ts';
import { expect, test } from '../support/test.ts';

const day = 86_400_000;

/** An event type whose count fell more than once, and one (`grown`) whose count only grew. */
let fallen: { readonly id: string; readonly name: string; readonly falls: number };
let grown: { readonly id: string; readonly name: string };

async function fallsOf(host: Host, id: string): Promise<number> {
  const to = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  const [begin, end] = [to - 7 * day, to].map((time) => new Date(time).toISOString());
  const { data } = await readHistory<{ data: readonly { falls: number }[] }>(
    `${host.url}/history/everything/series?name=events/${id}&from=${begin}&to=${end}&points=168`,
  );
  return data.reduce((sum, { falls }) => sum + falls, 0);
}

test.beforeAll(async ({ recordedDemo: host }) => {
  const { data } = await readHistory<{ data: readonly { id: string; name: string }[] }>(
    `${host.url}/deployments/everything/api/v1/events`,
  );
  const all: (typeof fallen)[] = [];
  // One request after the other, because the host limits parallel requests.
  for (const each of data.filter(({ id }) => id !== null))
    all.push({ ...each, falls: await fallsOf(host, each.id) });
  const [most, none] = [all.find(({ falls }) => falls > 5), all.find(({ falls }) => falls === 0)];
  if (!most || !none) throw new Error('The demo has types that fall each day, and types that do not.');
  [fallen, grown] = [most, none];
});

test('a type that falls shows how often and between which polls, and is read point by point', async ({
  page,
  context,
  recordedDemo: host,
}) => {
  await watchShifts(context);
  await page.goto(`${host.url}/everything/events/${fallen.id}?range=7d`);

  await test.step('how often, between which polls, and the time in between', async () => {
    await expect(page.getByRole('heading', { level: 1, name: fallen.name })).toBeVisible();
    await expect(page.getByText(`It fell ${fallen.falls} times in 7 d`)).toBeVisible();
    const falls = page.getByRole('region', { name: 'Falls', exact: true }).getByRole('row');
    await expect(falls).toHaveCount(6);
    await expect(falls.nth(1)).toContainText(/\d\d:\d\d:\d\d – .*\d\d:\d\d:\d\d/);
    await expect(falls.nth(1).getByRole('cell').last()).toHaveText(/^(none|yes)$/);
    const stretches = page.getByRole('region', { name: 'Between falls' }).getByRole('row');
    await expect(stretches).toHaveCount(6);
    const figures = page.getByRole('group', { name: 'Key figures' });
    await expect(figures).toContainText(/Since the last fall\+[\d,]+from [\d,]+, in \d/);
    await expect(figures).toContainText(/Observed99\.\d\d/);
    expect(await shiftOf(page)).toBeLessThan(0.02);
  });

  await test.step('components that changed at that time are on its axis, each as its own strip', async () => {
    const strip = page.locator('[data-strip="component"]').first();
    await expect(strip).toBeVisible();
    expect(await page.locator('[data-strip="component"]').count()).toBeLessThanOrEqual(4);
    await strip.getByRole('button').last().focus();
    await page.keyboard.press('Home');
    await expect(strip.getByRole('button').first()).toBeFocused();
  });

  await test.step('its plot is read point by point, has a log scale, and has a table of the same numbers', async () => {
    const panel = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Reported count' }) });
    await expect(panel).toContainText('one point per hour');
    await expect(panel).toContainText(/Not observed \d+\smin/);
    const plot = panel.getByRole('group', { name: /arrows read it point by point/ });
    await plot.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(plot).toContainText(/\+?[\d,]+ since the point before/);
    // Moves to a point after a fall of the count. No change is computed across a fall.
    for (let step = 0; step < 30 && !(await plot.textContent())?.includes('(fell'); step += 1)
      await page.keyboard.press('ArrowLeft');
    await expect(plot).toContainText(/\(fell [\d,.]+.* to [\d,]+\)/);
    await expect(plot).not.toContainText('since the point before');
    await page.keyboard.press('t');
    const heads = panel.getByRole('table').getByRole('columnheader');
    await expect(heads).toHaveText(['Until, UTC', fallen.name, 'Change', 'Falls']);
    await panel.getByRole('button', { name: 'Chart' }).click();
    await panel.getByRole('button', { name: 'Log' }).click();
    await expect(page).toHaveURL(/values=log/);
  });

  await test.step('a time span is selected by keys and stored in the address', async () => {
    const plot = page.getByRole('group', { name: /arrows read it point by point/ });
    await plot.focus();
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/from=/);
    await expect(page.getByRole('button', { name: 'back' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'means nothing here' })).toHaveCount(0);
  });
});

test('a type that only grew says so, and links to others of its source', async ({
  page,
  recordedDemo: host,
}) => {
  await page.goto(`${host.url}/everything/events/${grown.id}?range=7d`);
  await expect(page.getByText('No fall was seen in 7 d.')).toBeVisible();
  await expect(page.getByText('None seen in 90 d: each value was at least the one before.')).toBeVisible();
  const others = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Others of' }) });
  await expect(others.getByRole('link')).toHaveCount(5);
  await others.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: grown.name })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Reported count' })).toBeVisible();
});
