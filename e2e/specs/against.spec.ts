/** Two moments of a deployment on one page, from the history record of the host's demo. */

import type { Page } from '@playwright/test';
import { expectNothingSerious } from '../support/axe.ts';
import { readHistory } from '../support/hosts/recorded-demo.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

interface Rows<Row> {
  readonly data: readonly Row[];
}

interface Change {
  readonly at: string;
  readonly notBefore: string | null;
  readonly key: string;
  readonly type: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface Gap {
  readonly from: string;
  readonly cause: string | null;
}

const day = 86_400_000;
const week = `from=${new Date(Date.now() - 6.4 * day).toISOString()}&to=${new Date(Date.now() - 0.5 * day).toISOString()}`;

const history = <Row>(url: string, address: string) =>
  readHistory<Rows<Row>>(`${url}/history/everything/${address}`).then(({ data }) => data);

async function changeIn(url: string, kind: string, isIt: (change: Change) => boolean): Promise<Change> {
  const changes = await history<Change>(url, `changes?${week}&kind=${kind}&limit=1000`);
  const found = changes.find(isIt);
  if (!found) throw new Error(`The demo has no such change of a ${kind}.`);
  return found;
}

/** Returns the text of a time for an address, moved by milliseconds. */
function moved(time: string, by: number): string {
  return new Date(Date.parse(time) + by).toISOString().replace('.000Z', 'Z');
}

const bar = (page: Page) => page.getByRole('region', { name: 'Times compared' });
const main = (page: Page) => page.getByRole('main');
const differing = (page: Page, list: string) =>
  page.getByRole('list', { name: `${list} that differ` }).getByRole('listitem');
const figure = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Key figures' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name, exact: true }) })
    .getByRole('cell');

async function expectCompared(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Two moments', level: 1 })).toBeVisible();
  await expect(main(page).getByText('Reading what is known of both times.')).toHaveCount(0);
  await expect(main(page).locator('[data-freshness]:not([data-freshness=past])')).toHaveCount(0);
  await expect(main(page).locator('[data-severity=ok], [data-severity=assumed]')).toHaveCount(0);
  await expectNoGoodWithoutProof(page);
}

test('a component that failed between two moments has both states, and none of them is good', async ({
  page,
  recordedDemo: { url },
}) => {
  const outage = await changeIn(
    url,
    'component',
    ({ before, after }) => before === 'operational' && after === 'degraded_performance',
  );
  const before = moved(outage.notBefore ?? outage.at, -1_000);
  await page.goto(`${url}/everything?at=${outage.at}&against=${before}`);
  await expectCompared(page);
  await expect(main(page)).toHaveAttribute('data-as-of', String(Date.parse(outage.at)));
  const row = differing(page, 'Components').filter({ hasText: outage.key });
  await expect(row).toContainText(/Operational to Degraded performance/);
  await expect(bar(page)).toContainText(/From .* UTC to .* UTC/);

  // The other way round, the arrow turns.
  await bar(page).getByRole('link', { name: 'Swap the times' }).click();
  await expect(page).toHaveURL(`${url}/everything?at=${before}&against=${moved(outage.at, 0)}`);
  await expect(row).toContainText(/Degraded performance to Operational/);
  await expect(bar(page)).toContainText('The first time is the later one');

  await bar(page).getByRole('link', { name: 'Leave the comparison' }).click();
  await expect(page).toHaveURL(`${url}/everything?at=${before}`);
  await expect(page.getByRole('region', { name: 'Time shown' })).toBeVisible();
});

test('a node that vanished is a ghost with a way to when it was there, and the figures fall', async ({
  page,
  recordedDemo: { url },
}) => {
  const gone = await changeIn(url, 'node', ({ type }) => type === 'vanished');
  const before = moved(gone.notBefore ?? gone.at, -60_000);
  await page.goto(`${url}/everything/nodes?at=${gone.at}&against=${before}`);
  await expectCompared(page);
  const ghost = differing(page, 'Nodes').filter({ hasText: gone.key });
  await expect(ghost).toContainText(/vanished in .*was .*Operational/);
  await expect(ghost.getByRole('link', { name: gone.key })).toHaveAttribute(
    'href',
    `/everything/nodes/${gone.key}?at=${before}`,
  );
  const difference = figure(page, 'Nodes').last();
  await expect(difference).toHaveText(/^[+−]?\d+$/);
  await expect(difference.locator('[data-claim]')).toHaveAttribute('data-claim', 'exact');
  await expect(figure(page, 'Advertised capacity').last()).toHaveText(/^[+−][\d,]+\sG$/);
});

test('the same moment twice has no difference', async ({ page, recordedDemo: { url } }) => {
  const at = moved(new Date(Date.now() - 2 * day).toISOString(), 0);
  await page.goto(`${url}/everything?at=${at}&against=${at}`);
  await expectCompared(page);
  await expect(main(page)).toContainText('Nothing differs in what is known of both times.');
  await expect(main(page).locator('[data-difference]')).toHaveCount(0);
  await expect(figure(page, 'Nodes').last()).toHaveText('0');
});

test('nothing is certain of a moment that nobody observed', async ({ page, recordedDemo: { url } }) => {
  const gaps = await history<Gap>(url, `sight?${week}&endpoint=/api/v2/status`);
  const gap = gaps.find(({ cause }) => cause === 'host-stopped');
  const inGap = moved(gap?.from ?? '', 20 * 60_000);
  await page.goto(`${url}/everything?at=${moved(inGap, 2 * day)}&against=${inGap}`);
  await expectCompared(page);
  await expect(main(page)).toContainText(/Not observed at .* UTC\./);
  await expect(page.getByRole('list', { name: / that differ$/ })).toHaveCount(0);
  await expect(main(page).locator('[data-severity=vanished]')).toHaveCount(0);
  await expect(figure(page, 'Nodes').last()).toHaveText('not known');
  await expect(figure(page, 'Nodes').nth(1)).toContainText('last known');
  // What is known of one moment only is no ghost.
  const known = main(page).getByRole('listitem').filter({ hasText: 'known only of ' });
  await expect(known.first()).toBeVisible();
  await expect(main(page).locator('[data-difference=gone]')).toHaveCount(0);

  const { since } = await readHistory<{ readonly since: string }>(`${url}/history/everything`);
  await page.goto(`${url}/everything?at=${inGap}&against=${moved(since, -day)}`);
  await expect(main(page)).toContainText('so nothing is compared.');
  await expect(main(page)).toContainText('Nothing can be compared.');
  await expect(main(page).locator('[data-difference]')).toHaveCount(0);
});

test('a moment is compared from the time bar, and the present from the status and Find', async ({
  page,
  recordedDemo: { url },
}) => {
  const at = moved(new Date(Math.floor(Date.now() / 1000) * 1000 - 2 * day).toISOString(), 0);
  await page.goto(`${url}/everything/nodes?at=${at}`);
  await page.getByRole('region', { name: 'Time shown' }).getByRole('button', { name: 'Compare with…' }).click();
  await page.getByRole('group', { name: 'Compare with' }).getByRole('link', { name: 'A day before' }).click();
  await expect(page).toHaveURL(`${url}/everything/nodes?at=${at}&against=${moved(at, -day)}`);
  await expectCompared(page);

  await bar(page).getByRole('button', { name: 'Compare with…' }).click();
  const menu = page.getByRole('group', { name: 'Compare with' });
  const box = await menu.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  // The test runs in UTC.
  await menu.getByLabel(/^Your time, /).fill(moved(at, -2 * day).slice(0, 19));
  await menu.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(`${url}/everything/nodes?at=${at}&against=${moved(at, -2 * day)}`);

  await bar(page).getByRole('button', { name: 'Compare with…' }).click();
  await menu.getByRole('link', { name: 'Now' }).click();
  await expect(page).toHaveURL(`${url}/everything/nodes?against=${at}`);
  await expectCompared(page);
  await expect(main(page)).not.toHaveAttribute('data-as-of');
  await expect(bar(page)).toContainText(/UTC to now/);

  await page.goto(`${url}/everything`);
  await main(page).getByRole('link', { name: 'Compare with a day ago' }).click();
  await expect(page).toHaveURL(/\/everything\?against=\d{4}-/);
  await expectCompared(page);
  await bar(page).getByRole('button', { name: 'Compare with…' }).click();
  await menu.getByRole('link', { name: 'An hour ago' }).click();
  await expectCompared(page);

  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find' }).fill('compare with yesterday 03:00');
  await expect(page.getByRole('option', { name: /Compare with .*03:00:00 UTC/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?against=\d{4}-\d\d-\d\dT03:00:00Z$/);
});

test('the present is no moment to compare the present with', async ({ page, recordedDemo: { url } }) => {
  await page.goto(`${url}/everything?against=now`);
  await expect(page.getByRole('complementary', { name: 'Address' })).toContainText(
    'against=now, which needs a moment in “at”; nothing is compared',
  );
});

test('a moment that is no time is not compared, and the page says why', async ({
  page,
  recordedDemo: { url },
}) => {
  await page.goto(`${url}/everything?against=yesterday`);
  await expect(page.getByRole('complementary', { name: 'Address' })).toContainText(
    'against=yesterday, which is not a time such as 2026-11-27T03:00:00Z; nothing is compared',
  );
  await expect(main(page).locator('[data-freshness=fresh]').first()).toBeVisible();
});

test('fits a phone', async ({ page, recordedDemo: { url } }) => {
  const at = moved(new Date(Date.now() - day / 2).toISOString(), 0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/everything?at=${at}&against=${moved(at, -5 * day)}`);
  await expectCompared(page);
  await expect(differing(page, 'Nodes').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectNothingSerious(page);

  await page.goto(`${url}/everything`);
  await main(page).getByRole('link', { name: 'Compare with a day ago' }).click();
  await expectCompared(page);
  await bar(page).getByRole('button', { name: 'Compare with…' }).click();
  await expect(page.getByRole('group', { name: 'Compare with' }).getByRole('link').first()).toBeInViewport({
    ratio: 1,
  });
});
