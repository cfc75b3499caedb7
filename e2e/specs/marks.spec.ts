/** The dialog that a mark of a strip opens, from the history record of the host's demo. */

import type { Locator, Page } from '@playwright/test';
import { readHistory } from '../support/hosts/recorded-demo.ts';
import { expect, test } from '../support/test.ts';

interface Row {
  readonly key: string;
  readonly word: string | null;
  readonly from: string;
  readonly to: string | null;
  readonly cause?: string | null;
}

const hour = 3_600_000;
const day = 24 * hour;

const windowText = (from: number, to: number) =>
  `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
const lastDays = () => windowText(Date.now() - 6.4 * day, Date.now());

const rows = (url: string, address: string) =>
  readHistory<{ readonly data: readonly Row[] }>(`${url}/history/everything/${address}`).then(
    ({ data }) => data,
  );

/** A region that has been operational for more than a day. */
async function calmRegion(url: string): Promise<string> {
  const spans = await rows(url, `spans?${lastDays()}&kind=region`);
  const calm = spans.find(
    ({ word, from, to }) => word === 'operational' && to === null && Date.parse(from) < Date.now() - 2 * day,
  );
  if (!calm) throw new Error('No region of the demo has been calm.');
  return calm.key;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^What happened/ });
const stripOf = (page: Page): Locator => page.locator('#main [data-strip=region]').first();
const marks = (page: Page, more = '') => stripOf(page).locator(`[data-mark]${more}`);

test('a good mark in the middle of a strip opens its changes, which are requested once', async ({
  page,
  recordedDemo: { url },
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    // The page reads the changes of its nodes itself, with another limit.
    if (/\/changes\?.*limit=200$/.test(request.url())) requested.push(request.url());
  });
  await page.clock.install();
  await page.goto(`${url}/everything/regions/${await calmRegion(url)}?range=24h`);
  await expect(marks(page, '[data-worst=ok]')).not.toHaveCount(0);
  await marks(page, '[data-worst=ok]').nth(45).click();
  await expect(dialog(page)).toContainText(/In all (at least )?\d.*, and no later state is recorded/);
  await expect(dialog(page).getByRole('list', { name: 'State' })).toContainText('operational for');
  await expect(dialog(page).getByRole('list', { name: 'Changes' }).getByRole('listitem')).not.toHaveCount(0);
  await page.clock.runFor(3_000);
  expect(requested).toHaveLength(1);
});

test('a mark of a gap says that it was not observed, and shows no good state', async ({
  page,
  recordedDemo: { url },
}) => {
  const gaps = await rows(url, `sight?${lastDays()}&endpoint=/api/v2/regions`);
  const gap = gaps.find(({ cause }) => cause === 'host-stopped');
  const [from, to] = [Date.parse(gap?.from ?? ''), Date.parse(gap?.to ?? '')];
  const around = windowText(from - hour, to + hour);
  await page.goto(`${url}/everything/regions/${await calmRegion(url)}?${around}`);
  await marks(page, '[data-observed="0"]').first().click();
  await expect(dialog(page)).toContainText('Not observed in this mark. The last known state:');
  await expect(dialog(page).getByRole('list', { name: 'State' })).toContainText('operational for');
  await expect(dialog(page).locator('[data-severity=ok]')).toHaveCount(0);
});

test('Back closes the dialog with its page', async ({ page, recordedDemo: { url } }) => {
  const strip = page.locator('#main [data-strip=deployment]');
  await page.goto(`${url}/everything/regions`);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Status' }).click();
  await strip.locator('[data-mark]').nth(40).click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${url}/everything/regions`);
  await expect(dialog(page)).toHaveCount(0);
  await page.goForward();
  await expect(strip).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the first tap reads a mark, and the second opens it', async ({ page, recordedDemo: { url } }) => {
    await page.goto(`${url}/everything/regions/${await calmRegion(url)}`);
    const mark = marks(page, '[data-worst=ok]').nth(5);
    await expect(mark).toBeVisible();
    await mark.tap();
    await expect(dialog(page)).toHaveCount(0);
    await marks(page).last().tap();
    await expect(dialog(page)).toHaveCount(0);
    await marks(page).last().tap();
    await expect(dialog(page)).toBeVisible();
  });
});
