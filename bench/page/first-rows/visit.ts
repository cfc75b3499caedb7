/**
 * Visits one page in a fresh browser context. Either measures it until it settles, or types into its filter
 * as soon as possible.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { shiftSoFar, watchShifts } from '../../../e2e/support/layout-shift.ts';
import type { Quiet } from '../../support/quiet.ts';
import { throttle } from '../../support/throttle.ts';
import type { Condition } from '../measure.ts';
import { type Watched, watchPage } from './watch.ts';
import type { Filter, Landmark } from './watched-pages.ts';

/** Times in milliseconds since the start of the navigation, sizes in bytes. */
export interface Settling {
  readonly seen: Readonly<Record<string, number>>;
  readonly largestPaint: number;
  /** Total blocking time until the page has settled: for each task the milliseconds beyond 50. */
  readonly blocked: number;
  /** Milliseconds of layout and of style computation until the page has settled. */
  readonly layout: number;
  readonly shift: number;
  /** Bytes of the HTML document, compressed as sent. */
  readonly documentBytes: number;
}

export interface Scripts {
  readonly sent: number;
  readonly raw: number;
}

export interface Use {
  /**
   * Milliseconds until the filtered rows were on screen. For a page without a filter: until the app had taken
   * over.
   */
  readonly at: number;
  readonly scripts: Scripts;
}

export interface Visitor {
  readonly browser: Browser;
  readonly condition: Condition;
  readonly quiet: Quiet;
}

const longest = 20_000;
/**
 * Milliseconds without work after which a page counts as settled. Longer than the second after which the app
 * starts background requests.
 */
const settledMilliseconds = 1_200;

async function withPage<T>(
  { browser, condition, quiet }: Visitor,
  url: string,
  watched: Watched,
  run: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // On loopback Chromium also accepts brotli, which only our host offers.
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  try {
    await watchShifts(context);
    const page = await context.newPage();
    page.setDefaultTimeout(longest);
    const session = await context.newCDPSession(page);
    await throttle(session, condition);
    await session.send('Performance.enable');
    await page.addInitScript(watchPage, watched);
    // A new browser window loads parts of its own that no page shows. Measure only after them.
    await quiet.moment();
    const response = await page.goto(url, { waitUntil: 'commit' });
    if (response?.status() !== 200) throw new Error(`${url} is answered with ${response?.status()}.`);
    return await run(page, session);
  } finally {
    await context.close();
  }
}

/**
 * Waits until a value exists.
 *
 * @throws Error that states which value is missing.
 */
async function wait(
  page: Page,
  what: string,
  isThere: (argument: string) => boolean,
  argument: string,
): Promise<void> {
  try {
    await page.waitForFunction(isThere, argument);
  } catch {
    throw new Error(`At ${page.url()}, after ${longest / 1000} s, it is still not so that ${what}.`);
  }
}

async function waitForLandmarks(page: Page, landmarks: readonly Landmark[]): Promise<void> {
  for (const { name, selector } of landmarks)
    await wait(
      page,
      `what is called ${name} (${selector}) was on the screen`,
      (landmark) => window.benchWatch?.seen[landmark] !== undefined,
      name,
    );
}

/** Waits until no request, response or long task has come for `settledMilliseconds`. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    ({ quiet, patience }) =>
      new Promise<void>((resolve, reject) => {
        const late = performance.now() + patience;
        const look = () => {
          const now = performance.now();
          // All entries of the type `resource` are of this class.
          const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          const ends = [...resources.map(({ responseEnd }) => responseEnd), ...longTaskEnds()];
          if (now - Math.max(...ends, 0) >= quiet) resolve();
          else if (now > late) reject(new Error(`The page does not settle within ${patience} ms.`));
          else setTimeout(look, quiet / 10);
        };
        const longTaskEnds = () => (window.benchWatch?.longTasks ?? []).map(({ end }) => end);
        look();
      }),
    { quiet: settledMilliseconds, patience: longest },
  );
}

async function layoutSoFar(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics
    .filter(({ name }) => name === 'LayoutDuration' || name === 'RecalcStyleDuration')
    .reduce((sum, { value }) => sum + value, 0);
  return seconds * 1_000;
}

export function visitUntilSettled(
  visitor: Visitor,
  url: string,
  landmarks: readonly Landmark[],
): Promise<Settling> {
  return withPage(visitor, url, { landmarks, filter: null }, async (page, session) => {
    await waitForLandmarks(page, landmarks);
    await settle(page);
    const layout = await layoutSoFar(session);
    const shift = await shiftSoFar(page);
    const settled = await page.evaluate((shifted) => {
      const watch = window.benchWatch;
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      if (!watch || watch.largestPaint === null || !navigation) throw new Error('The page tells no times.');
      return {
        seen: watch.seen,
        largestPaint: watch.largestPaint,
        blocked: watch.longTasks.reduce((sum, { duration }) => sum + duration - 50, 0),
        shift: shifted,
        documentBytes: navigation.encodedBodySize,
      };
    }, shift);
    return { ...settled, layout };
  });
}

/**
 * Loads a page and types into its filter as soon as the filter exists. On a page without a filter, waits for
 * the app.
 */
export function visitAndUse(visitor: Visitor, url: string, filter: Filter | null): Promise<Use> {
  return withPage(visitor, url, { landmarks: [], filter }, async (page) => {
    if (filter)
      await wait(
        page,
        `“${filter.key}” in ${filter.field} leaves rows that hold it (${filter.rows})`,
        () => window.benchWatch?.filtered != null,
        '',
      );
    else await wait(page, 'the app has its page', () => window.benchWatch?.takenOver != null, '');
    // Scripts that were requested earlier count too, so wait until all have arrived.
    await page.waitForLoadState('networkidle');
    return page.evaluate((isFiltered) => {
      const at = (isFiltered ? window.benchWatch?.filtered : window.benchWatch?.takenOver) ?? Number.NaN;
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const scripts = resources.filter(
        ({ name, startTime }) => startTime <= at && new URL(name).pathname.endsWith('.js'),
      );
      if (scripts.length === 0) throw new Error('No script was begun, which cannot be.');
      return {
        at,
        scripts: {
          sent: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
          raw: scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
        },
      };
    }, filter !== null);
  });
}

/**
 * Checks that some of the first rows do not contain the key. Otherwise the page would look filtered from the
 * start.
 */
export function checkKey(
  visitor: Visitor,
  url: string,
  filter: Filter,
  landmarks: readonly Landmark[],
): Promise<void> {
  return withPage(visitor, url, { landmarks, filter: null }, async (page) => {
    await waitForLandmarks(page, landmarks);
    const rows = await page.locator(filter.rows).allTextContents();
    if (rows.every((row) => row.toLowerCase().includes(filter.key)))
      throw new Error(`All of the first rows of ${url} hold “${filter.key}” before it is typed.`);
  });
}

const longestIncident = 300_000;

/**
 * Visits a page while the demo's first deployment has no incident. Visits it once more if that fails, because
 * an incident may have begun.
 */
export async function inCalm<T>(host: string, visit: () => Promise<T>): Promise<T> {
  const calm = async (): Promise<void> => {
    for (const until = performance.now() + longestIncident; performance.now() < until; await delay(1_000)) {
      const response = await fetch(`${host}/deployments/everything/api/v2/status`);
      // The demo follows the API document.
      const { status } = (await response.json()) as { readonly status: string };
      if (status === 'operational') return;
    }
  };
  await calm();
  try {
    return await visit();
  } catch {
    await calm();
    return visit();
  }
}
