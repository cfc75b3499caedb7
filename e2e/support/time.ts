/** A page's time in the hands of a test: it stands still unless the test lets it pass. */

import type { Page, Request } from '@playwright/test';

export interface StoppedTime {
  /** Lets time pass second by second; what the page asks meanwhile is answered before the next second. */
  pass(seconds: number): Promise<void>;
  /** Lets time pass until something is so; returns how many seconds that took, at most `most`. */
  passUntil(isSo: () => boolean, most: number): Promise<number>;
  /** Says that a path will not answer, so that nobody waits for it. */
  expectSilence(path: string): void;
}

/** Waits until every request of a page has had its answer, except to paths that are silent. */
function watchTraffic(page: Page, silent: ReadonlySet<string>): () => Promise<void> {
  const open = new Set<Request>();
  let waiting: (() => void)[] = [];
  const isQuiet = () => [...open].every((request) => [...silent].some((path) => request.url().includes(path)));
  const close = (request: Request) => {
    open.delete(request);
    if (!isQuiet()) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return () => (isQuiet() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)));
}

/** Milliseconds for what an answer sets off at once. */
const moment = 20;

/**
 * Opens a page and stops its clock once it has read what it shows.
 *
 * @param isRead - resolves when it has.
 */
export async function openInStoppedTime(
  page: Page,
  url: string,
  isRead: () => Promise<void>,
): Promise<StoppedTime> {
  const silent = new Set<string>();
  const quiet = watchTraffic(page, silent);
  await page.clock.install({ time: new Date('2026-03-01T12:00:00Z') });
  await page.goto(url);
  await isRead();
  // Until then the clock runs on: it can be stopped in its future only.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
  const passSecond = async () => {
    await page.clock.runFor(1000);
    await quiet();
  };
  const settle = () => page.clock.runFor(moment);
  await passSecond();
  await settle();
  return {
    expectSilence: (path) => silent.add(path),
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 1) await passSecond();
      await settle();
    },
    async passUntil(isSo, most) {
      for (let second = 0; second <= most; second += 1) {
        if (isSo()) {
          await settle();
          return second;
        }
        await passSecond();
      }
      throw new Error(`It was not so within ${most} s.`);
    },
  };
}
