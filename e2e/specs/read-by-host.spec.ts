import type { CDPSession, Page, Request } from '@playwright/test';
import { rowsOf } from '../servers/edits.ts';
import { inOneAnswer } from '../support/scenarios.ts';
import { type Deployed, expect, test } from '../support/test.ts';

/** A list that comes over a slow network while its rows are on the screen. */
const total = 20_000;
const path = '/api/v2/buckets';

/** The script of the app takes two seconds, the list twelve. */
const slow = { offline: false, latency: 20, downloadThroughput: 250_000, uploadThroughput: 250_000 };
const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

interface Sent {
  readonly id: string;
  readonly name: string;
  readonly objects: number;
  readonly bytes: number;
}

const tableOf = (page: Page) => page.getByRole('table', { name: 'buckets' });
const rowAt = (page: Page, index: number) => tableOf(page).locator(`tr[aria-rowindex="${index}"]`);
const isList = (request: Request) => request.method() === 'GET' && request.url().includes('/lists/');

test.describe('a list of 20,000 rows that the host has read', () => {
  let deployed: Deployed;
  let sent: readonly Sent[];

  const largestBy = (field: 'bytes' | 'objects') => sent.toSorted((a, b) => b[field] - a[field])[0];
  const askedFor = () => deployed.double.log.filter(({ path: asked }) => asked === path).length;

  async function throttle(page: Page): Promise<CDPSession> {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow);
    return session;
  }

  test.beforeEach(async ({ request, deploy }) => {
    deployed = await deploy(inOneAnswer(total));
    deployed.double.set(path, {
      headers: { 'cache-control': 'private, max-age=60' },
      // Those of the double soon count nothing any more.
      edit: (answer) => ({
        ...answer,
        data: rowsOf(answer).map((row, index) => ({ ...row, bytes: (index * 7919) % 1_000_003 })),
      }),
    });
    const body: { data: typeof sent } = await (await request.get(deployed.api + path)).json();
    sent = body.data;
  });

  test('shows, sorts, scrolls and searches all rows before it has come, and has them itself then', async ({
    page,
  }) => {
    const session = await throttle(page);
    let isHere = false;
    let questions = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') questions += 1;
    });
    // Chromium calls some answers aborted that the page has read to their last byte.
    const awaited = { predicate: isList, timeout: 60_000 };
    const ended = Promise.race([
      page.waitForEvent('requestfinished', awaited),
      page.waitForEvent('requestfailed', awaited),
    ]);
    void ended.then(() => {
      isHere = true;
    });
    const asked = askedFor();
    await page.goto(`${deployed.url}/buckets`);
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
    await expect(rowAt(page, 1)).toContainText(largestBy('bytes')?.name ?? '');
    await tableOf(page).getByRole('columnheader', { name: 'Objects', exact: true }).getByRole('button').click();
    await expect(page).toHaveURL(/sort=-objects/);
    await expect(rowAt(page, 1)).toContainText(largestBy('objects')?.name ?? '');
    await rowAt(page, 1).focus();
    await page.keyboard.press('End');
    await expect(rowAt(page, total)).toBeFocused();
    await expect(rowAt(page, total)).toContainText(/crate|bkt_/);
    await page.getByRole('searchbox').fill('crate-17');
    const found = sent.filter(({ name }) => name === 'crate-17').length;
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(found));
    expect(isHere).toBe(false);
    await session.send('Network.emulateNetworkConditions', unlimited);
    await ended;
    await expect(async () => {
      const before = questions;
      for (const name of ['crate-18', 'crate-17']) {
        await page.getByRole('searchbox').fill(name);
        await expect(rowAt(page, 1)).toContainText(name);
      }
      expect(questions).toBe(before);
    }).toPass();
    expect(askedFor()).toBe(asked + 1);
  });

  test('waits for the list itself with words that the host may order otherwise, and says so', async ({
    page,
  }) => {
    deployed.double.set(path, {
      headers: { 'cache-control': 'private, max-age=60' },
      body: (text) => text.replaceAll('crate', 'Kiste 木'),
    });
    const session = await throttle(page);
    await page.goto(`${deployed.url}/buckets`);
    await expect(rowAt(page, 1)).toContainText('Kiste 木');
    await page.getByRole('searchbox').fill('木-17');
    const waiting = page.getByText('Still the rows from before: the answer is on its way.');
    await expect(waiting).toBeVisible();
    await expect(tableOf(page)).toHaveAttribute('aria-busy', 'true');
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(total));
    await expect(page.getByText('that match, of')).toHaveCount(0);
    await session.send('Network.emulateNetworkConditions', unlimited);
    const found = sent.filter(({ name }) => name === 'crate-17').length;
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(found));
    await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false');
    await expect(waiting).toHaveCount(0);
    await expect(page.getByText('that match, of')).toBeVisible();
  });

  test('is asked for anew where it cannot be had of the host any more', async ({ page }) => {
    await page.route('**/lists/**', (route) => route.fulfill({ status: 404 }));
    const before = askedFor();
    await page.goto(`${deployed.url}/buckets`);
    await expect(rowAt(page, 1)).toContainText(largestBy('bytes')?.name ?? '');
    await page.getByRole('searchbox').fill('crate-17');
    const found = sent.filter(({ name }) => name === 'crate-17').length;
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(found));
    expect(askedFor()).toBe(before + 2);
  });
});
