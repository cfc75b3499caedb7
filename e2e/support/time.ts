/**
 * The time of a page and its hosts, under the control of a test: it stands still unless the test advances it.
 */

import type { Locator, Page, Request } from '@playwright/test';
import { type Host, leapHosts } from './hosts/host.ts';

export interface StoppedTime {
  /**
   * Advances time second by second. The requests of a second end before the next second begins.
   *
   * @param onSecond - called before each second, with the seconds passed so far.
   */
  pass(seconds: number, onSecond?: (passed: number) => void | Promise<void>): Promise<void>;
  /** Like `pass`, while the network is down: it does not wait until requests have a final response. */
  passInVain(seconds: number): Promise<void>;
  /**
   * Advances time until `isSo` returns true, for at most `most` seconds.
   *
   * @returns the number of seconds passed.
   */
  passUntil(isSo: () => boolean, most: number): Promise<number>;
  /** Advances time at once, as a sleep of the machine does. Work that came due runs once, at the end. */
  jump(seconds: number): Promise<void>;
  /**
   * Waits until the page has processed its responses and the work that they cause. Advances time by a moment.
   */
  settle(): Promise<void>;
  /** Settles until an element is visible, because parts of a page load one after another. */
  settleUntil(shown: Locator): Promise<void>;
  /** Marks a path as silent: no method here waits for its responses. */
  expectSilence(path: string): void;
}

interface Traffic {
  count(): number;
  /** Resolves when no request is open. Requests to silent paths do not count. */
  quiet(): Promise<void>;
}

/** Path of a request whose response comes after all earlier responses. Only its end matters. */
const probePath = '/healthz';

function watchTraffic(page: Page, silent: ReadonlySet<string>): Traffic {
  const open = new Set<Request>();
  let count = 0;
  let waiting: (() => void)[] = [];
  const isQuiet = () => [...open].every((request) => [...silent].some((path) => request.url().includes(path)));
  page.on('request', (request) => {
    if (request.url().endsWith(probePath)) return;
    open.add(request);
    count += 1;
  });
  const close = (request: Request) => {
    open.delete(request);
    if (!isQuiet()) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return {
    count: () => count,
    quiet: () => (isQuiet() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

/** Milliseconds for the immediate effects of a response. */
const moment = 20;

const ahead = 5_000;

const start = new Date('2026-03-01T12:00:00Z');

/**
 * Opens a page, and stops its clock when it has read its data.
 *
 * @param isRead - resolves when the data is shown.
 * @param time - time of the page at the beginning. Default: noon of 1 March 2026, UTC.
 */
export async function openInStoppedTime(
  page: Page,
  url: string,
  isRead: () => Promise<void>,
  time = start,
): Promise<StoppedTime> {
  const traffic = await startWatching(page);
  await page.clock.install({ time });
  await page.goto(url);
  await isRead();
  // A clock can only be paused at a future time, so it runs until that time.
  await traffic.leap(ahead);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + ahead);
  const stopped = timeOf(page, traffic);
  await traffic.run(1000 - moment);
  await stopped.settle();
  return stopped;
}

/**
 * Stops time before a page has shown anything. Call `settle` after opening the page.
 *
 * @param hosts - hosts whose time passes with that of the page. Default: all hosts of this process.
 */
export async function stopTime(page: Page, hosts?: readonly Host[]): Promise<StoppedTime> {
  const traffic = await startWatching(page, hosts);
  await page.clock.install({ time: start });
  // The clock runs until the time of the pause. The minute is enough for a busy machine.
  await page.clock.pauseAt(start.getTime() + 60_000);
  return timeOf(page, traffic);
}

async function startWatching(page: Page, hosts?: readonly Host[]) {
  const leap = (milliseconds: number) => leapHosts(milliseconds, hosts);
  // Animations wait for frames, whose time a test does not control.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const silent = new Set<string>();
  const traffic = watchTraffic(page, silent);
  const run = async (milliseconds: number) => {
    await leap(milliseconds);
    await page.clock.runFor(milliseconds);
    await traffic.quiet();
  };
  return { ...traffic, silent, leap, run };
}

function timeOf(page: Page, traffic: Awaited<ReturnType<typeof startWatching>>): StoppedTime {
  const { leap, run, silent } = traffic;
  const settle = async () => {
    let before: number;
    do {
      before = traffic.count();
      // The request fails without a network or during a navigation. That does not matter.
      await page
        .evaluate(async (address) => (await fetch(address, { cache: 'no-store' })).text(), probePath)
        .catch(() => undefined);
      await run(moment);
    } while (traffic.count() > before);
  };
  return {
    settle,
    async settleUntil(shown) {
      for (let moments = 0; moments < 45; moments += 1) {
        await settle();
        if (await shown.isVisible()) return;
      }
      throw new Error(`${shown.toString()} is not on screen.`);
    },
    expectSilence: (path) => silent.add(path),
    async jump(seconds) {
      await leap(seconds * 1000);
      await page.clock.fastForward(seconds * 1000);
      await settle();
    },
    async pass(seconds, onSecond) {
      for (let passed = 0; passed < seconds; passed += 1) {
        await onSecond?.(passed);
        await run(passed === seconds - 1 ? 1000 - moment : 1000);
      }
      await settle();
    },
    async passInVain(seconds) {
      for (let passed = 0; passed < seconds; passed += 1) await run(1000);
    },
    async passUntil(isSo, most) {
      for (let passed = 0; passed <= most; passed += 1) {
        if (isSo()) return passed;
        await run(1000 - moment);
        await settle();
      }
      throw new Error(`It was not so within ${most} s.`);
    },
  };
}
