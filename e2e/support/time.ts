/** A page's time in the hands of a test: it stands still unless the test lets it pass, and then passes for hosts, too. */

import type { Locator, Page, Request } from '@playwright/test';
import { type Host, leapHosts } from './host.ts';

export interface StoppedTime {
  /**
   * Lets time pass second by second; what the page asks meanwhile is answered before the next second.
   *
   * @param onSecond - called before each, with the seconds passed so far.
   */
  pass(seconds: number, onSecond?: (passed: number) => void | Promise<void>): Promise<void>;
  /** As `pass`, while nothing can be reached: there is no last word to wait for. */
  passInVain(seconds: number): Promise<void>;
  /** Lets time pass until something is so; returns how many seconds that took, at most `most`. */
  passUntil(isSo: () => boolean, most: number): Promise<number>;
  /** Lets so much time pass at once, as in a sleep: what was due in it is done once, now. */
  jump(seconds: number): Promise<void>;
  /** Lets the page take in what it was answered, and what that sets off; a moment passes. */
  settle(): Promise<void>;
  /** Settles until something is on screen: parts of a page come one after another. */
  settleUntil(shown: Locator): Promise<void>;
  /** Says that a path will not answer, so that nobody waits for it. */
  expectSilence(path: string): void;
}

interface Traffic {
  /** Requests so far. */
  count(): number;
  /** Resolves when every request has had its answer, except to paths that are silent. */
  quiet(): Promise<void>;
}

/** Asked for nothing but its answer: it comes after all those before it. */
const lastWord = '/healthz';

function watchTraffic(page: Page, silent: ReadonlySet<string>): Traffic {
  const open = new Set<Request>();
  let count = 0;
  let waiting: (() => void)[] = [];
  const isQuiet = () => [...open].every((request) => [...silent].some((path) => request.url().includes(path)));
  page.on('request', (request) => {
    if (request.url().endsWith(lastWord)) return;
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

/** Milliseconds for what an answer sets off at once. */
const moment = 20;

/** Milliseconds. */
const ahead = 5_000;

const start = new Date('2026-03-01T12:00:00Z');

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
  const traffic = await startWatching(page);
  await page.clock.install({ time: start });
  await page.goto(url);
  await isRead();
  // Until then the clock runs on: it can be stopped in its future only.
  await traffic.leap(ahead);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + ahead);
  const time = timeOf(page, traffic);
  await traffic.run(1000 - moment);
  await time.settle();
  return time;
}

/**
 * Time that stands still before a page has shown anything; `settle` once it is opened.
 *
 * @param hosts - the hosts whose time passes with it. By default all hosts of this process.
 */
export async function stopTime(page: Page, hosts?: readonly Host[]): Promise<StoppedTime> {
  const traffic = await startWatching(page, hosts);
  await page.clock.install({ time: start });
  // The clock runs until it is stopped, and a busy machine may take its time.
  await page.clock.pauseAt(start.getTime() + 60_000);
  return timeOf(page, traffic);
}

async function startWatching(page: Page, hosts?: readonly Host[]) {
  const leap = (milliseconds: number) => leapHosts(milliseconds, hosts);
  // A change that the browser shows by motion waits for its frames, whose time no test holds.
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
      // Without a network, and on the way to another document, there is no last word.
      await page
        .evaluate(async (address) => (await fetch(address, { cache: 'no-store' })).text(), lastWord)
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
