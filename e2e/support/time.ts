/** A page's time in the hands of a test: it stands still unless the test lets it pass. */

import type { Page, Request } from '@playwright/test';

export interface StoppedTime {
  /** Lets time pass second by second; what the page asks meanwhile is answered before the next second. */
  pass(seconds: number): Promise<void>;
  /** Lets time pass while questions stay without an answer. */
  passInSilence(seconds: number): Promise<void>;
}

/** Tells when every request of a page has had its answer. */
function watchTraffic(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let quiet: (() => void)[] = [];
  const close = (request: Request) => {
    open.delete(request);
    if (open.size > 0) return;
    for (const resolve of quiet) resolve();
    quiet = [];
  };
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => quiet.push(resolve)));
}

/** Enough for what an answer sets off at once; less than the second that the app's own clock counts in. */
const moment = 20;

/**
 * Opens a page under a clock that stands still once the page has read everything it shows.
 *
 * @param isReady - resolves when it has.
 */
export async function openInStoppedTime(
  page: Page,
  url: string,
  isReady: () => Promise<void>,
): Promise<StoppedTime> {
  const start = new Date('2026-03-01T12:00:00Z').getTime();
  const quiet = watchTraffic(page);
  await page.clock.install({ time: start });
  await page.goto(url);
  await isReady();
  await quiet();
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await page.clock.runFor(1000 - moment);
      await quiet();
      await page.clock.runFor(moment);
    }
  };
  await page.clock.pauseAt(start + 60_000);
  await pass(1);
  return { pass, passInSilence: (seconds) => page.clock.runFor(seconds * 1000) };
}
