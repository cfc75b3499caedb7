/** One visit to a large table in a fresh browser: load, sort, filter, scroll. Times in milliseconds, sizes in bytes. */

import type { Browser, Page } from '@playwright/test';
import type { ComparedTable } from './pages.ts';

export interface Visit {
  readonly firstRow: number;
  readonly sort: number;
  readonly filter: number;
  /** The longest task over 50 ms, 0 where there was none: until the table had settled, and after that. */
  readonly longestLoading: number;
  readonly longestAfter: number;
  /** 95th percentile of the time between frames while scrolling. */
  readonly frames: number;
  /** The page's own heap after a collection, and its buffers. */
  readonly heap: number;
}

declare global {
  interface Window {
    tableFirstRow?: number;
    tableTasks?: number[];
  }
}

const longest = 120_000;
const filterText = 'media-logs-1';

/** Runs in the page before its own scripts. */
function watch(firstCell: string): void {
  window.tableTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tableTasks?.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector(firstCell)?.textContent) window.tableFirstRow = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Does something to the table and waits for the frame in which it shows. */
function timed(page: Page, table: ComparedTable, action: 'sort' | 'filter'): Promise<number> {
  return page.evaluate(
    async ({ firstCell, head, field, action: what, text, patience }) => {
      const seen = () =>
        what === 'sort'
          ? document.querySelector(firstCell)?.closest('[role=row], tr')?.textContent
          : (document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount') ??
            window.benchGrid?.getDisplayedRowCount());
      const before = seen();
      const started = performance.now();
      if (what === 'sort') document.querySelector<HTMLElement>(head)?.click();
      else if (field === null) {
        await window.benchGrid?.setColumnFilterModel('name', { type: 'contains', filter: text });
        window.benchGrid?.onFilterChanged();
      } else {
        const input = document.querySelector<HTMLInputElement>(field);
        const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        if (input) own?.set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      while (seen() === before) {
        if (performance.now() - started > patience) throw new Error(`The table does not ${what}.`);
        // oxlint-disable-next-line no-await-in-loop
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - started;
    },
    { ...table, action, text: filterText, patience: longest },
  );
}

/** Scrolls a screen's height or more with every frame. @returns the 95th percentile of the time between frames. */
function scroll(page: Page, { scroller }: ComparedTable, milliseconds: number): Promise<number> {
  return page.evaluate(
    async ({ scroller: selector, milliseconds: length }) => {
      const element = selector === null ? document.scrollingElement : document.querySelector(selector);
      const gaps: number[] = [];
      const started = performance.now();
      for (let before = started; before - started < length; ) {
        element?.scrollBy(0, 3000);
        // oxlint-disable-next-line no-await-in-loop
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        gaps.push(now - before);
        before = now;
      }
      return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? Number.NaN;
    },
    { scroller, milliseconds },
  );
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const tasks = window.tableTasks ?? [];
    window.tableTasks = [];
    return Math.max(0, ...tasks);
  });
}

export async function visitTable(
  browser: Browser,
  table: ComparedTable,
  { scrollMilliseconds, settleMilliseconds }: Record<'scrollMilliseconds' | 'settleMilliseconds', number>,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(longest);
    await page.addInitScript(watch, table.firstCell);
    await page.goto(table.url);
    await page.waitForFunction(() => window.tableFirstRow !== undefined);
    const firstRow = await page.evaluate(() => window.tableFirstRow ?? Number.NaN);
    await page.waitForTimeout(settleMilliseconds);
    const longestLoading = await longestTask(page);
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const sort = await timed(page, table, 'sort');
    const frames = await scroll(page, table, scrollMilliseconds);
    const filter = await timed(page, table, 'filter');
    return {
      firstRow,
      sort,
      filter,
      longestLoading,
      longestAfter: await longestTask(page),
      frames,
      heap: usedSize,
    };
  } finally {
    await context.close();
  }
}
