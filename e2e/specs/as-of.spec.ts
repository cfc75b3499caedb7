/** Pages of a deployment as they were known at a past moment, from the history record of the host's demo. */

import type { Page } from '@playwright/test';
import { expectNothingSerious } from '../support/axe.ts';
import { readHistory } from '../support/hosts/recorded-demo.ts';
import { openStatus, tableOfRows } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';
import { expectNoGoodWithoutProof } from '../support/truth.ts';

interface Rows<Row> {
  readonly data: readonly Row[];
}

interface Change {
  readonly at: string;
  readonly key: string;
  readonly after: string | null;
}

interface Span {
  readonly key: string;
  readonly word: string | null;
  readonly from: string;
}

interface Gap {
  readonly from: string;
  readonly to: string | null;
  readonly cause: string | null;
}

const day = 86_400_000;
const week = `from=${new Date(Date.now() - 6.4 * day).toISOString()}&to=${new Date(Date.now() - 0.5 * day).toISOString()}`;

const history = <Row>(url: string, address: string) =>
  readHistory<Rows<Row>>(`${url}/history/everything/${address}`).then(({ data }) => data);

/** The newest change of the demo's past by which a component became degraded. */
async function outageIn(url: string): Promise<Change> {
  const changes = await history<Change>(url, `changes?${week}&kind=component&limit=1000`);
  const outage = changes.find(({ after }) => after === 'degraded_performance');
  if (!outage) throw new Error('No component of the demo was degraded.');
  return outage;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Time shown' });
const main = (page: Page) => page.getByRole('main');
const text = (time: string) => time.replace('.000Z', 'Z');

async function expectPast(page: Page, moment: string): Promise<void> {
  await expect(main(page)).toHaveAttribute('data-as-of', String(Date.parse(moment)));
  await expect(main(page).locator('[data-freshness]').first()).toBeVisible();
  await expect(main(page).locator('[data-freshness]:not([data-freshness=past])')).toHaveCount(0);
  await expectNoGoodWithoutProof(page);
  await expect(page.locator('[data-severity=ok], [data-severity=assumed]')).toHaveCount(0);
}

test('the present second is known once a later poll tells what was so', async ({
  page,
  recordedDemo: { url },
}) => {
  const moment = new Date(Date.now() + 4_000).toISOString();
  await page.goto(`${url}/everything?at=${moment}`);
  const overall = page.getByRole('status', { name: 'Overall status' });
  await expect(overall).toContainText(/components/);
  await expect(overall).not.toContainText('Not confirmed', { timeout: 60_000 });
});

test('the status page of a past outage has its states, no colour, and is never polled', async ({
  page,
  recordedDemo: { url },
}) => {
  const outage = await outageIn(url);
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/api/')) requested.push(pathname);
  });
  let answered = 0;
  page.on('requestfinished', (request) => {
    if (request.url().includes('/api/')) answered += 1;
  });
  await page.clock.install();
  await page.goto(`${url}/everything?at=${outage.at}`);
  await expectPast(page, outage.at);
  const tile = page
    .getByRole('list', { name: 'Components' })
    .getByRole('listitem')
    .filter({ hasText: outage.key });
  await expect(tile).toContainText(/degraded/i);
  await expect(page.getByRole('status', { name: 'Overall status' })).not.toContainText('All operational');
  await expect(main(page)).toContainText(/Polled \d\d:\d\d:\d\d\./);
  await expect(bar(page)).toContainText(/As of \d+\s\w{3}, \d\d:\d\d:\d\d UTC/);
  await expect(page).toHaveTitle(/^Status, Everything, as of .* UTC · Edgewatch$/);

  // The lists that the verdict and the key figures need are read once.
  // oxlint-disable-next-line no-await-in-loop -- each list has a request of its own
  for (const list of ['/nodes', '/regions', '/buckets', '/events'])
    await expect.poll(() => requested.some((path) => path.endsWith(list))).toBe(true);
  // A request that is open when the clock moves would be sent again, as if it had got no response in time.
  await expect.poll(() => answered).toBe(requested.length);
  const once = requested.length;
  expect(requested.every((path) => path.startsWith(`/history/everything/at/${outage.at}/api/`))).toBe(true);
  await page.clock.fastForward(10 * 60_000);
  await page.clock.runFor(2_000);
  expect(requested).toHaveLength(once);
  expect(new Set(requested).size).toBe(once);
});

test('the bar steps from change to change, shows a chosen time, and goes back to now', async ({
  page,
  recordedDemo: { url },
}) => {
  const outage = await outageIn(url);
  const changes = await history<Change>(
    url,
    `changes?from=${new Date(Date.parse(outage.at) - 2 * day).toISOString()}&to=${outage.at}&limit=1`,
  );
  const before = changes[0]?.at ?? '';
  await page.goto(`${url}/everything/nodes?sort=id&at=${outage.at}`);
  await expectPast(page, outage.at);
  await bar(page)
    .getByRole('button', { name: /^Change before: \d/ })
    .click();
  await expect(page).toHaveURL(`${url}/everything/nodes?sort=id&at=${text(before)}`);
  await expectPast(page, before);
  await bar(page)
    .getByRole('button', { name: /^Change after: \d/ })
    .click();
  await expect(page).toHaveURL(`${url}/everything/nodes?sort=id&at=${text(outage.at)}`);
  await expect(bar(page).getByRole('button', { name: /^Change after/ })).toBeFocused();

  const hourLater = new Date(Math.floor(Date.parse(outage.at) / 1000) * 1000 + 3_600_000);
  // The test runs in UTC.
  await bar(page)
    .getByLabel(/^Your time, /)
    .fill(hourLater.toISOString().slice(0, 19));
  await bar(page).getByRole('button', { name: 'Show' }).click();
  await expectPast(page, hourLater.toISOString());

  await bar(page).getByRole('link', { name: 'Back to now' }).click();
  await expect(page).toHaveURL(`${url}/everything/nodes?sort=id`);
  await expect(main(page).locator('[data-freshness=fresh]').first()).toBeVisible();
  await expect(main(page)).not.toHaveAttribute('data-as-of');
  await expect(bar(page)).toHaveCount(0);
});

test('links, Find and another deployment keep the moment', async ({ page, recordedDemo: { url } }) => {
  const { at } = await outageIn(url);
  await page.goto(`${url}/everything?at=${text(at)}`);
  await expectPast(page, at);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Nodes' }).click();
  await expect(page).toHaveURL(`${url}/everything/nodes?at=${text(at)}`);
  const first = tableOfRows(page).locator('tr[aria-rowindex="1"]').getByRole('link').first();
  await first.click();
  await expect(page).toHaveURL(new RegExp(`/everything/nodes/\\w+\\?at=${text(at)}$`));
  await expectPast(page, at);
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find' }).fill('buckets');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}/everything/buckets?at=${text(at)}`);
  await page.getByRole('combobox', { name: 'Deployment' }).selectOption('storage');
  await expect(page).toHaveURL(`${url}/storage/buckets?at=${text(at)}`);
  await expectPast(page, at);
});

test('a moment that is no time, or not past, shows the present and says why', async ({
  page,
  recordedDemo: { url },
}) => {
  const note = page.getByRole('complementary', { name: 'Address' });
  for (const [at, why] of [
    ['yesterday', 'is not a time such as 2026-11-27T03:00:00Z; the present is shown'],
    ['2026-02-30T00:00:00Z', 'is not a time such as'],
    ['9999-01-01T00:00:00Z', 'is in the future; the present is shown'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(`${url}/everything?at=${at}`);
    // oxlint-disable-next-line no-await-in-loop
    await expect(note).toContainText(`at=${at}, which ${why}`);
    // oxlint-disable-next-line no-await-in-loop
    await expect(main(page).locator('[data-freshness=fresh]').first()).toBeVisible();
  }
  await expect(main(page)).not.toHaveAttribute('data-as-of');
  await page.getByRole('button', { name: 'Take it out of the address' }).click();
  await expect(page).toHaveURL(`${url}/everything`);
});

test('what was not observed or is not recorded is said in words', async ({ page, recordedDemo: { url } }) => {
  const gaps = await history<Gap>(url, `sight?${week}&endpoint=/api/v2/status`);
  const gap = gaps.find(({ cause }) => cause === 'host-stopped');
  const inGap = new Date(Date.parse(gap?.from ?? '') + 20 * 60_000).toISOString();
  await page.goto(`${url}/everything?at=${inGap}`);
  await expectPast(page, inGap);
  await expect(main(page)).toContainText(/Not observed at that time\. Last known at \d\d:\d\d:\d\d\./);

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Assets' }).click();
  await expect(main(page)).toContainText('Assets are not recorded');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Buckets' }).click();
  await expect(bar(page)).toContainText('Objects and bytes of buckets are recorded once a day');
  await expect(tableOfRows(page).locator('tr[aria-rowindex="1"]')).toContainText('not recorded');

  const { since } = await readHistory<{ readonly since: string }>(`${url}/history/everything`);
  const early = new Date(Date.parse(since) - day).toISOString();
  await page.goto(`${url}/everything?at=${early}`);
  await expect(main(page)).toContainText('Nothing is known of this moment');
  await expect(main(page)).toContainText('The history of this deployment begins on');
  await expect(page.locator('[data-severity=ok], [data-severity=assumed]')).toHaveCount(0);
});

test('a mark of a strip, an entry of the changes and Find lead to a past moment', async ({
  page,
  recordedDemo: { url },
}) => {
  await openStatus(page, 'everything', (_page, path) => page.goto(url + path));
  const mark = page.locator('[data-strip=deployment] [data-mark]').nth(5);
  const from = (await mark.getAttribute('data-from')) ?? '';
  await mark.focus();
  await page.keyboard.press('Enter');
  const opened = page.getByRole('dialog', { name: 'What happened: Everything' });
  await opened.getByRole('link', { name: /^As it was at/ }).click();
  await expect(page).toHaveURL(`${url}/everything?at=${text(from)}`);
  await expect(opened).toHaveCount(0);
  await expectPast(page, from);

  const { at } = await outageIn(url);
  await page.goto(`${url}/everything/changes?range=7d`);
  const clock = at.slice(11, 19);
  await main(page)
    .getByRole('link', { name: `As it was at ${clock}` })
    .first()
    .click();
  await expect(page).toHaveURL(/\/everything\?at=/);
  await expect(main(page)).toHaveAttribute('data-as-of', /^\d+$/);

  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Find' }).fill('as of yesterday 03:00:20');
  await expect(page.getByRole('option', { name: /As of .*03:00:20 UTC/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/everything\?at=\d{4}-\d\d-\d\dT03:00:20Z$/);
});

test('the mark of an outage opens its state, from when to when, and the changes in it', async ({
  page,
  recordedDemo: { url },
}) => {
  const search = `from=${new Date(Date.now() - 6.4 * day).toISOString()}&to=${new Date().toISOString()}`;
  const spans = await history<Span>(url, `spans?${search}&kind=region`);
  const outage = spans.find(({ word }) => word === 'major_outage');
  if (!outage) throw new Error('No region of the demo failed.');
  await page.goto(`${url}/everything/regions/${outage.key}?${search}`);
  const strip = main(page).locator('[data-strip=region]').first();
  const mark = strip.locator('[data-mark][data-severity=critical]').first();
  await mark.click();
  const opened = page.getByRole('dialog', { name: `What happened: ${outage.key}` });
  await expect(opened.getByRole('heading', { level: 2 })).toHaveText(`Region ${outage.key}`);
  await expect(opened.getByRole('list', { name: 'State' })).toContainText(
    new RegExp(`major outage for \\d+\\smin, .*${outage.from.slice(11, 19)} to `),
  );
  await expect(opened.getByRole('list', { name: 'Changes' })).toContainText('operational → major_outage');
  await expectNothingSerious(page);

  await page.keyboard.press('Escape');
  await expect(mark).toBeFocused();
  await page.keyboard.press('Enter');
  await opened.getByRole('link', { name: /^As it was at/ }).click();
  await expectPast(page, outage.from);
  await expect(main(page)).toContainText(/major outage/i);
});

test('the mark of a deployment on the overview opens its parts that were not good', async ({
  page,
  recordedDemo: { url },
}) => {
  await page.goto(`${url}/?range=7d`);
  const mark = page.locator('[data-strip=deployment][data-key=everything] [data-severity=critical]').first();
  await mark.click();
  const opened = page.getByRole('dialog', { name: 'What happened: Everything' });
  await expect(opened.getByRole('list', { name: 'State' })).toContainText('Edge Network: major outage for');
  await opened.getByRole('link', { name: /^As it was at/ }).click();
  await expect(page).toHaveURL(/\/everything\?at=/);
  await expect(page.getByRole('status', { name: 'Overall status' })).not.toContainText('All operational');
});

test('fits a phone', async ({ page, recordedDemo: { url } }) => {
  const { at } = await outageIn(url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/everything?at=${at}`);
  await expectPast(page, at);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectNothingSerious(page);
});
