/** Number of history requests of a status page. Viewers of a deployment share its host. */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startOracle } from '../servers/oracle.ts';
import { startHost } from '../support/hosts/host.ts';
import { expect, test } from '../support/test.ts';

function watchHistory(page: Page): { readonly at: number; readonly what: string }[] {
  const requests: { at: number; what: string }[] = [];
  const begin = Date.now();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/history')) requests.push({ at: Date.now() - begin, what: pathname + search });
  });
  return requests;
}

const opening = 15_000;

test('a status page makes 8 requests at opening, then 3 a minute', async ({ browser }) => {
  test.setTimeout(240_000);
  const oracle = await startOracle();
  const file = test.info().outputPath('edgewatch.json');
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: oracle.url }];
  await writeFile(file, JSON.stringify({ pollSeconds: 2, observe: 'all', deployments }));
  const data = ['--data', test.info().outputPath('data')];
  const own = await startHost(['--config', file, ...data], undefined, { EDGEWATCH_OBSERVE: 'all' });
  const demo = await startHost(['--demo', '--data', test.info().outputPath('demo')], undefined, {
    EDGEWATCH_OBSERVE: 'all',
  });
  const opened = [`${own.url} edge`, `${demo.url} everything`].map(async (each) => {
    const [url = '', slug = ''] = each.split(' ');
    const isRecorded = async () => {
      const { verdict = null }: { readonly verdict?: unknown } = await (
        await fetch(`${url}/history/${slug}/since`)
      ).json();
      return verdict !== null;
    };
    await expect.poll(isRecorded, { timeout: 90_000 }).toBe(true);
    const page = await browser.newPage();
    const requests = watchHistory(page);
    await page.goto(`${url}/${slug}`);
    await expect(page.locator('[data-strip="deployment"]').first()).toBeVisible({ timeout: 30_000 });
    return { page, requests };
  });
  const pages = await Promise.all(opened);
  // The test measures requests per minute, so it needs the minute.
  // oxlint-disable-next-line playwright/no-wait-for-timeout
  await pages[0]?.page.waitForTimeout(opening + 60_000);
  for (const { page, requests } of pages) {
    const first = requests.filter(({ at }) => at < opening).map(({ what }) => what);
    const later = requests.filter(({ at }) => at >= opening && at < opening + 60_000).map(({ what }) => what);
    expect.soft(first.length, first.join('\n')).toBeLessThanOrEqual(8);
    expect.soft(later.length, later.join('\n')).toBeLessThanOrEqual(3);
    // oxlint-disable-next-line no-await-in-loop
    await page.close();
  }
  await Promise.all([own.stop(), demo.stop()]);
  await oracle.close();
});
