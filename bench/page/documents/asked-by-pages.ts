/** Records the requests that a page sends to its host, without those for its document and scripts. */

import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../../e2e/support/chromium.ts';

export interface Opened {
  readonly path: string;
  readonly paths: readonly string[];
}

/**
 * Milliseconds for a page to send all its requests. The app requests the remaining lists after a second
 * without work.
 */
const roundMilliseconds = 2_000;

/**
 * Opens each page once in a fresh context and records its requests until it is idle. Slices of truncated
 * lists are left out, because they depend on the service.
 */
export async function openPages(origin: string, paths: readonly string[]): Promise<readonly Opened[]> {
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const opened: Opened[] = [];
    for (const path of paths) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const paths: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.includes('/api/') && search === '') paths.push(pathname);
      });
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      await delay(roundMilliseconds);
      await page.waitForLoadState('networkidle');
      await context.close();
      if (paths.length === 0) throw new Error(`${path} asks nothing of its host, which cannot be.`);
      opened.push({ path, paths });
    }
    return opened;
  } finally {
    await browser.close();
  }
}
