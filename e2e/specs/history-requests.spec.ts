/** Number of history requests of a status page. Viewers of a deployment share its host. */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startOracle } from '../servers/oracle.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';

/** Seconds in which a page that opens requests everything that it shows. */
const opening = 15;
/** History requests of a page while it opens, and in the minutes after that. */
async function requestsOf(page: Page, url: string, minutes: number) {
  const all: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/history')) all.push(pathname + search);
  });
  // Begins at the host's time: a range in its past is final, and nothing reads it again.
  const time = await openInStoppedTime(
    page,
    url,
    () => expect(page.locator('[data-strip="deployment"]').first()).toBeVisible({ timeout: 30_000 }),
    new Date(),
  );
  await time.pass(opening);
  const first = all.splice(0);
  if (minutes > 0) await time.pass(60 * minutes);
  return { first, later: all };
}

async function expectRecorded(url: string, slug: string): Promise<void> {
  const isRecorded = async () => {
    const { verdict = null }: { readonly verdict?: unknown } = await (
      await fetch(`${url}/history/${slug}/since`)
    ).json();
    return verdict !== null;
  };
  await expect.poll(isRecorded, { timeout: 60_000 }).toBe(true);
}

test('a status page makes 8 requests at opening, then 3 a minute', async ({ context, startWith }) => {
  const oracle = await startOracle();
  const file = test.info().outputPath('edgewatch.json');
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: oracle.url }];
  await writeFile(file, JSON.stringify({ pollSeconds: 2, observe: 'all', deployments }));
  const { url } = await startWith(['--config', file, '--demo'], { EDGEWATCH_OBSERVE: 'all' });
  // Only the first has polls of two seconds, and ranges are read again after two minutes.
  for (const [slug, minutes] of [
    ['edge', 3],
    ['everything', 0],
  ] as const)
    await test.step(slug, async () => {
      await expectRecorded(url, slug);
      const page = await context.newPage();
      const { first, later } = await requestsOf(page, `${url}/${slug}`, minutes);
      expect(first.length, first.join('\n')).toBeLessThanOrEqual(8);
      expect(first.length, 'the page requests history').toBeGreaterThan(0);
      expect(later.length, later.join('\n')).toBeLessThanOrEqual(3 * minutes);
      expect(later.length > 0, 'the page requests again').toBe(minutes > 0);
      await page.close();
    });
  await oracle.close();
});
