/**
 * Loads one page in a fresh browser context under one condition: a speed of the machine and of the network.
 */

import type { Browser } from '@playwright/test';
import type { Quiet } from '../support/quiet.ts';
import { type Throttling, tenMegabits, throttle } from '../support/throttle.ts';
import { stateWords, watchVerdict } from './verdict-watch.ts';

export interface Condition extends Throttling {
  readonly name: string;
}

export const unthrottled: Condition = { name: 'none', slowdown: 1, network: null };
export const throttled: Condition = { name: 'both', slowdown: 4, network: tenMegabits };

export const conditions: readonly Condition[] = [
  unthrottled,
  { name: 'CPU 4×', slowdown: 4, network: null },
  { name: '10 Mbit/s + 40 ms', slowdown: 1, network: tenMegabits },
  throttled,
];

/** Times in milliseconds since the start of the navigation, sizes in bytes as sent. */
export interface Load {
  readonly document: number;
  readonly verdict: number;
  readonly firstContentfulPaint: number | null;
  /** Time at which the page's own scripts had rendered the verdict. `null` if they never render it. */
  readonly takenOver: number | null;
  /** Number of requests that started before the verdict, the document included. */
  readonly requests: number;
  /** Bytes of scripts that arrived before the verdict. */
  readonly scriptBytes: number;
  /** Bytes of all scripts that were requested before the verdict, even if they arrived later. */
  readonly begunScriptBytes: number;
  /** Durations of the tasks over 50 ms until the page had settled. */
  readonly longTasks: readonly number[];
}

/** Milliseconds after the load event in which the page may finish the work of its start. */
const settleMilliseconds = 300;
const longestLoad = 20_000;

/**
 * Loads `url` once and measures it.
 *
 * @param hasScripts - whether the page's scripts render the verdict, at once or later.
 */
export async function measureLoad(
  browser: Browser,
  url: string,
  condition: Condition,
  hasScripts: boolean,
  quiet: Quiet,
): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // On loopback Chromium also accepts brotli, which only our host offers.
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(longestLoad);
    await throttle(await context.newCDPSession(page), condition);
    await page.addInitScript(watchVerdict, { words: stateWords });
    // A new browser window loads parts of its own that no page shows. Measure only after them.
    await quiet.moment();
    await page.goto(url, { waitUntil: 'load' });
    const seen = await page.evaluate(
      async ({ withScripts, longest }) => {
        const late = new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Error(`There is no verdict after ${longest} ms.`)), longest);
        });
        const times = await Promise.race([window.benchVerdict, late]);
        const takenOver = withScripts ? await Promise.race([window.benchTakenOver, late]) : null;
        return { verdict: times?.verdict ?? Number.NaN, takenOver: takenOver ?? null };
      },
      { withScripts: hasScripts, longest: longestLoad },
    );
    await page.waitForTimeout(settleMilliseconds);
    const rest = await page.evaluate((verdict) => {
      // All entries of the types `resource` and `navigation` are of these classes.
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const started = resources.filter(({ startTime }) => startTime <= verdict);
      const scripts = started.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
      const sum = (entries: readonly PerformanceResourceTiming[]) =>
        entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return {
        document: navigation?.responseEnd ?? Number.NaN,
        firstContentfulPaint: paint?.startTime ?? null,
        requests: started.length + 1,
        scriptBytes: sum(scripts.filter(({ responseEnd }) => responseEnd <= verdict)),
        begunScriptBytes: sum(scripts),
        longTasks: window.benchLongTasks ?? [],
      };
    }, seen.verdict);
    return { ...seen, ...rest };
  } finally {
    await context.close();
  }
}
