/**
 * Counts the history requests of a status page. Few are allowed, because all viewers of a deployment share
 * one host.
 */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startOracle } from '../servers/oracle.ts';
import { expect, test } from '../support/test.ts';
import { openInStoppedTime } from '../support/time.ts';

/** Seconds within which a newly opened page has requested everything that it shows. */
const opening = 15;
/** Minutes of the second count. A page requests its time ranges again every two minutes. */
const minutes = 3;
/** Early requests for the states of all deployments, while a record is younger than a minute. Later ones are for ranges. */
const mostEarly = 12;
const states = '/history';

/** Counts the history requests of a page while it opens (`opening`), and in the minutes after that. */
async function requestsOf(page: Page, url: string) {
  const all: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/history')) all.push(pathname + search);
  });
  // The page's time begins at the host's. A range in the host's past would be final, so the page would not
  // request it again.
  const time = await openInStoppedTime(
    page,
    url,
    () => expect(page.locator('[data-strip="deployment"]').first()).toBeVisible({ timeout: 30_000 }),
    new Date(),
  );
  await time.pass(opening);
  const first = all.splice(0);
  await time.pass(60 * minutes);
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

test('a status page requests 7 ranges at opening, then 3 a minute', async ({ page, startWith }) => {
  const oracle = await startOracle();
  const file = test.info().outputPath('edgewatch.json');
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: oracle.url }];
  await writeFile(file, JSON.stringify({ pollSeconds: 2, observe: 'all', deployments }));
  const { url } = await startWith(['--config', file], { EDGEWATCH_OBSERVE: 'all' });
  await expectRecorded(url, 'edge');
  const { first, later } = await requestsOf(page, `${url}/edge`);
  // The record stays less than a minute old, because only the page's time advances. So the page keeps
  // requesting the states.
  const rangesOf = (requests: readonly string[]) => requests.filter((each) => each !== states);
  expect(rangesOf(first).length, first.join('\n')).toBeLessThanOrEqual(7);
  expect(rangesOf(first).length, 'the page requests history').toBeGreaterThan(0);
  expect(rangesOf(later).length, later.join('\n')).toBeLessThanOrEqual(3 * minutes);
  expect(rangesOf(later).length, 'the page requests again').toBeGreaterThan(0);
  const stateRequests = later.filter((each) => each === states);
  expect(stateRequests.length).toBeLessThanOrEqual(mostEarly);
  await oracle.close();
});
