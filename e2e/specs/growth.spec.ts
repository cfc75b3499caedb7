/** Growth, from the history record of the host's demo. */

import { fail } from '../support/hosts/slow-front.ts';
import { shiftOf, watchShifts } from '../support/layout-shift.ts';
import { expect, test } from '../support/test.ts';

test('the table of buckets shows the growth of each, with one request for all, and the charts the largest movers', async ({
  page,
  context,
  recordedDemo: host,
}) => {
  await watchShifts(context);
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/history/everything/growth') || searchParams.get('name')?.startsWith('buckets/'))
      requested.push(searchParams.get('name') ?? '');
  });
  await page.goto(`${host.url}/everything/buckets`);
  const table = page.getByRole('table', { name: 'buckets' });
  const head = table.getByRole('columnheader', { name: /^In \d d$/ });
  await expect(head).toBeVisible();
  await expect(table.getByText(/^\+[\d.]+\s[kMGTP]B$/).first()).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.02);
  await head.getByRole('button').click();
  await expect(page).toHaveURL(/sort=-growth/);
  const band = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Stored over 7 d' }) });
  await expect(band.getByRole('img', { name: /^Bytes stored over 7 days, \+[\d.]+\s\wB/ })).toBeVisible();
  const mover = band.getByRole('link').first();
  // The sorted table begins with the bucket that grew most.
  await expect(table.getByRole('row').nth(1)).toContainText((await mover.textContent()) ?? '');
  expect(requested).toEqual(['buckets/bytes']);

  await mover.click();
  await expect(page).toHaveURL(/\/everything\/buckets\/bkt_/);
  await page.goBack();

  await page.getByRole('button', { name: 'Charts' }).click();
  const growth = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^Growth over 7 d/ }) });
  await expect(growth).toContainText(/over \d\sd, among [\d,]+ buckets listed at both ends/);
  const gained = growth.getByRole('region', { name: /^Gained most in \d\sd$/ });
  await expect(gained.getByRole('listitem')).toHaveCount(5);
  await expect(gained.getByRole('listitem').first()).toContainText(/\+[\d.]+\s\wB/);
  await expect(growth.getByRole('region', { name: /^Lost most in \d\sd$/ })).toBeVisible();
});

test('key figures of the status page show their change over the range, beside their lines', async ({
  page,
  context,
  recordedDemo: host,
}) => {
  await watchShifts(context);
  await page.goto(`${host.url}/everything?range=7d`);
  const figures = page.getByRole('group', { name: 'Key figures' });
  await expect(figures).toContainText(/Advertised capacity[\d,]+G[+−±][\d,]+\sG in 7\sd/);
  // On screen the states of the nodes take the place of the change, so only a screen reader gets it.
  await expect(figures).toContainText(/Nodes[\d,]+[+−±]\d+ in 7\sd/);
  expect(await shiftOf(page)).toBeLessThan(0.05);
});

test('the page of regions shows what zones and regions gained and lost, and among how many', async ({
  page,
  context,
  recordedDemo: host,
}) => {
  await watchShifts(context);
  await page.goto(`${host.url}/everything/regions`);
  const growth = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^Growth over 7 d/ }) });
  await page.getByRole('heading', { name: 'Joins' }).scrollIntoViewIfNeeded();
  await expect(growth).toContainText(/among [\d to]+ of \d+ regions: those recorded on .+ and .+ UTC/);
  const zones = growth.getByRole('table', { name: 'Growth by zone' });
  for (const name of ['Nodes', 'Capacity', 'Buckets', 'Objects', 'Stored'])
    await expect(zones.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect(zones.getByText(/^\+[\d.]+\sTB$/).first()).toBeVisible();
  // The zones together must have the same sum as the regions in the history record.
  const to = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 86_400_000);
  const from = new Date(to.getTime() - 8 * 86_400_000);
  const response = await page.request.get(
    `${host.url}/history/everything/growth?name=totals/nodes&from=${from.toISOString()}&to=${to.toISOString()}`,
  );
  const { data }: { readonly data: readonly { readonly first: number; readonly last: number }[] } =
    await response.json();
  const nodes = await zones.locator('tbody td:nth-child(2)').allInnerTexts();
  const shown = nodes.reduce((sum, text) => sum + (Number(text.replace('−', '-')) || 0), 0);
  expect(shown).toBe(data.reduce((sum, { first, last }) => sum + last - first, 0));
  const moved = growth.getByRole('region', { name: 'Stored: changed most' });
  await expect(moved.getByRole('listitem')).toHaveCount(6);
  expect(await shiftOf(page)).toBeLessThan(0.02);
  await moved.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/everything\/regions\/\w+$/);
});

test('growth that cannot be read is reported for one figure and for all', async ({
  page,
  recordedDemo: host,
}) => {
  const growth = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Growth/ }) });
  for (const [failed, words] of [
    [/\/growth\?.*name=totals\/objects/, 'Objects cannot be read: the host returned 500.'],
    [/\/growth\?.*name=totals/, 'The history cannot be read: the host returned 500.'],
  ] as const) {
    const front = await fail(host.url, failed, 500);
    try {
      await page.goto(`${front.origin}/everything/regions`);
      await page.getByRole('heading', { name: 'Joins' }).scrollIntoViewIfNeeded();
      // A busy host may return 503. Then the page repeats the request at the time that the host states.
      await expect(growth).toContainText(words, { timeout: 30_000 });
      await expect(growth.getByRole('columnheader', { name: 'Objects', exact: true })).toHaveCount(0);
      await expect(growth).not.toContainText('Not recorded yet');
    } finally {
      await page.goto('about:blank');
      await front.close();
    }
  }
});
