/**
 * One visit to a large table in a fresh browser: loads, sorts, filters and scrolls it. All times are in
 * milliseconds, all sizes in bytes.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { Quiet } from '../support/quiet.ts';
import { targetOf } from '../support/target.ts';
import type { Throttling } from '../support/throttle.ts';
import type { InPage, UnwatchedBrowser } from '../support/unwatched.ts';
import type { ComparedTable } from './pages.ts';

export interface Visit {
  readonly firstRow: number;
  /** Time at which the last byte of the list had arrived. */
  readonly whole: number;
  readonly sort: number;
  readonly filter: number;
  /**
   * Duration of the longest task over 50 ms, or 0: until the table had settled, and after that
   * (`longestAfter`).
   */
  readonly longestLoading: number;
  readonly longestAfter: number;
  /** 95th percentile of the time between two frames while scrolling. */
  readonly frames: number;
  /** Heap of the page, without its workers, after a garbage collection. */
  readonly heap: number;
  /** Heap and buffers of the page's workers. */
  readonly workers: number;
}

export interface VisitOptions {
  readonly scrollMilliseconds: number;
  readonly settleMilliseconds: number;
  /** Slowdown factor of the page's thread. */
  readonly slowdown?: number;
}

/** What a reader notices while the list is replaced. */
export interface Replacement {
  /** 95th percentile of the time between two frames while scrolling. */
  readonly frames: number;
  /** Longest time from a key press to the frame with its result. */
  readonly key: number;
  readonly longest: number;
}

declare global {
  interface Window {
    /** Resolves when the first row is shown, to the milliseconds since the start of the navigation. */
    tableShown?: Promise<number>;
    tableTasks?: number[];
    tableAsked?: () => void;
  }
}

/**
 * Waits for quiet moments, because the browser is busy for a while after a new window or after scrolling.
 */
export const quiet = new Quiet();

const longest = 120_000;
const filterText = 'media-logs-1';
/** Texts that are typed into the filter. Each matches a different number of rows than the text before it. */
const typed = ['1', '12', '123', '1234', '4', '45', '456', '7'];
/** Milliseconds of typing. The list is replaced within this time. */
const typingMilliseconds = 8000;

/** Observes the first row and the long tasks. It runs in the page before the page's own scripts. */
function watch(firstCell: string): void {
  window.tableTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tableTasks?.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  window.tableShown = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(firstCell)?.textContent) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const ask = window.fetch.bind(window);
  window.fetch = (input, options) => {
    const address = input instanceof Request ? input.url : input.toString();
    if (address.endsWith('/buckets')) window.tableAsked?.();
    return ask(input, options);
  };
}

/**
 * Sorts or filters the table, and waits for the frame with the result.
 *
 * @returns milliseconds.
 */
export function timed(
  page: InPage,
  table: ComparedTable,
  action: 'sort' | 'filter',
  text = filterText,
): Promise<number> {
  return page.evaluate(
    async ({ firstCell, head, field, action: what, text, patience }) => {
      const seen = () =>
        what === 'sort'
          ? document.querySelector(firstCell)?.closest('[role=row], tr')?.textContent
          : (document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount') ??
            window.benchPeer?.getDisplayedRowCount());
      const before = seen();
      const started = performance.now();
      if (what === 'sort') document.querySelector<HTMLElement>(head)?.click();
      else if (field === null) {
        await window.benchPeer?.setColumnFilterModel('name', { type: 'contains', filter: text });
        window.benchPeer?.onFilterChanged();
      } else {
        const input = document.querySelector<HTMLInputElement>(field);
        const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        if (input) own?.set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      while (seen() === before) {
        if (performance.now() - started > patience) throw new Error(`The table does not ${what}.`);
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - started;
    },
    { ...table, action, text, patience: longest },
  );
}

/**
 * Scrolls by at least a screen height per frame.
 *
 * @returns the 95th percentile of the time between two frames.
 */
export function scroll(page: InPage, { scroller }: ComparedTable, milliseconds: number): Promise<number> {
  return page.evaluate(
    async ({ scroller: selector, milliseconds: length }) => {
      const element = selector === null ? document.scrollingElement : document.querySelector(selector);
      if (!element) throw new Error(`Nothing on this page is ${selector}.`);
      const from = element.scrollTop;
      const gaps: number[] = [];
      const started = performance.now();
      for (let before = started; before - started < length; ) {
        element.scrollBy(0, 3000);
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        gaps.push(now - before);
        before = now;
      }
      if (element.scrollTop === from) throw new Error(`${selector ?? 'The page'} does not scroll.`);
      return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? Number.NaN;
    },
    { scroller, milliseconds },
  );
}

function longestTask(page: InPage): Promise<number> {
  return page.evaluate(() => {
    const tasks = window.tableTasks ?? [];
    window.tableTasks = [];
    return Math.max(0, ...tasks);
  }, null);
}

async function workersOf(session: CDPSession): Promise<number> {
  const workers: string[] = [];
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  const attach = (autoAttach: boolean) =>
    session.send('Target.setAutoAttach', { autoAttach, waitForDebuggerOnStart: false, flatten: false });
  await attach(true);
  const sizes = await Promise.all(
    workers.map(async (worker) => {
      const target = targetOf(session, worker);
      await target.send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = await target.send('Runtime.getHeapUsage');
      return usedSize + backingStorageSize;
    }),
  );
  await attach(false);
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function memoryOf(session: CDPSession): Promise<Pick<Visit, 'heap' | 'workers'>> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { heap: usedSize, workers: await workersOf(session) };
}

/** Milliseconds from the start of the navigation until the last list response had arrived. */
function wholeOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const lists = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('/api/v2/buckets'));
    return Math.max(...lists.map(({ responseEnd }) => responseEnd));
  });
}

const unthrottled: Throttling = { slowdown: 1, network: null };

export interface TableOpening {
  readonly throttling?: Throttling;
  /**
   * Promise expression that is evaluated in the page. The page counts as open when it resolves. Default: the
   * first row.
   */
  readonly until?: string;
}

/** Opens the page of a table. No test tool listens until `joinTable`. */
export function openTable(
  browser: UnwatchedBrowser,
  { url, firstCell, isForeign }: ComparedTable,
  { throttling = unthrottled, until = 'window.tableShown' }: TableOpening = {},
): Promise<void> {
  return browser.open({
    url,
    throttling,
    bypassesPolicy: isForeign,
    script: `(${watch.toString()})(${JSON.stringify(firstCell)})`,
    until,
    quiet,
  });
}

/** Attaches Playwright to the page of a table. */
export async function joinTable(browser: UnwatchedBrowser): Promise<{ page: Page; session: CDPSession }> {
  const page = await browser.join();
  page.setDefaultTimeout(longest);
  return { page, session: await page.context().newCDPSession(page) };
}

/** Milliseconds from the start of the navigation until the first row is shown. */
export function firstRow(page: Page): Promise<number> {
  return page.evaluate(() => window.tableShown ?? Number.NaN);
}

/** Loads the page of a table without interaction, and returns the milliseconds until its first row. */
export async function firstRowOf(
  browser: UnwatchedBrowser,
  table: ComparedTable,
  throttling = unthrottled,
): Promise<number> {
  await openTable(browser, table, { throttling });
  return firstRow((await joinTable(browser)).page);
}

/**
 * Opens a list with a short lifetime. Scrolls while it is replaced once, and types while it is replaced
 * again. No test tool listens meanwhile: with a listener Chromium reads a body at full speed, whatever the
 * page does.
 */
export async function visitReplaced(
  browser: UnwatchedBrowser,
  table: ComparedTable,
  { settleMilliseconds, scrollMilliseconds }: VisitOptions,
): Promise<Replacement> {
  await openTable(browser, table);
  const listRequested = () =>
    browser.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.tableAsked = resolve;
        }),
      null,
    );
  await delay(settleMilliseconds);
  await longestTask(browser);
  await listRequested();
  const frames = await scroll(browser, table, scrollMilliseconds);
  await browser.evaluate(() => globalThis.scrollTo(0, 0), null);
  await listRequested();
  const keys: number[] = [];
  for (const text of typed) {
    keys.push(await timed(browser, table, 'filter', text));
    await delay(typingMilliseconds / typed.length);
  }
  return { frames, key: Math.max(...keys), longest: await longestTask(browser) };
}

export async function visitTable(
  browser: UnwatchedBrowser,
  table: ComparedTable,
  { scrollMilliseconds, settleMilliseconds, slowdown = 1 }: VisitOptions,
): Promise<Visit> {
  await openTable(browser, table, { throttling: { slowdown, network: null } });
  await delay(settleMilliseconds);
  const { page, session } = await joinTable(browser);
  const whole = await wholeOf(page);
  const longestLoading = await longestTask(page);
  const { heap, workers } = await memoryOf(session);
  const sort = await timed(page, table, 'sort');
  const frames = await scroll(page, table, scrollMilliseconds);
  await quiet.moment();
  const filter = await timed(page, table, 'filter');
  return {
    firstRow: await firstRow(page),
    whole,
    sort,
    filter,
    longestLoading,
    longestAfter: await longestTask(page),
    frames,
    heap,
    workers,
  };
}
