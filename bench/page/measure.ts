/** One load of one page in a fresh browser context under one condition. */

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
  /** When the page's own scripts had rendered the verdict. `null` if they never render it. */
  readonly takenOver: number | null;
  /** Requests started before the verdict, with the document. */
  readonly requests: number;
  /** Bytes of scripts that arrived before the verdict. */
  readonly scriptBytes: number;
  /** Complete bytes of scripts requested before the verdict. */
  readonly begunScriptBytes: number;
  /** Durations of the tasks over 50 ms until the page had settled. */
  readonly longTasks: readonly number[];
}

/** Time after the load event for remaining tasks of the start. */
const settleMilliseconds = 300;
const longestLoad = 20_000;

/**
 * Loads `url` once.
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
    // A new window keeps the browser busy for a while with parts that no page shows.
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
      // `resource` and `navigation` entries have these types.
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
