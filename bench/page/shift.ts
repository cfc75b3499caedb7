/**
 * Measures the layout shift of each page while it loads, in a fresh browser context. Each page is also loaded
 * on a slow machine and network.
 */

import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import { everyAddress, mostShift, shiftOf, sizes, watchShifts } from '../../e2e/support/layout-shift.ts';
import { startHost } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { throttle } from '../support/throttle.ts';
import type { Workplace } from '../support/workplace.ts';
import { type Condition, throttled, unthrottled } from './measure.ts';

/** Milliseconds to wait after the last request of a page, times the slowdown of the machine. */
const settleMilliseconds = 1500;
const measured = [unthrottled, throttled];

async function visit(
  browser: Browser,
  url: string,
  viewport: (typeof sizes)[number],
  condition: Condition,
): Promise<number> {
  const context = await browser.newContext({ viewport });
  try {
    await watchShifts(context);
    const page = await context.newPage();
    await throttle(await context.newCDPSession(page), condition);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(settleMilliseconds * condition.slowdown);
    return await shiftOf(page);
  } finally {
    await context.close();
  }
}

export async function runShift({ root }: Workplace): Promise<readonly string[]> {
  const host = await startHost(root);
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const columns = sizes.flatMap((size) => measured.map((condition) => ({ size, condition })));
    const rows: string[][] = [];
    for (const address of await everyAddress(host.origin)) {
      const shifts: number[] = [];
      for (const { size, condition } of columns)
        shifts.push(await visit(browser, host.origin + address, size, condition));
      rows.push([
        address,
        ...shifts.map((shift) => figure(shift, 3)),
        judge(Math.max(...shifts), 'at most', mostShift),
      ]);
    }
    return [
      drawTable({
        title: 'Layout shift of a page while it is read',
        headings: [
          'page',
          ...columns.map(({ size, condition }) => `${size.width} px, ${condition.name}`),
          `at most ${mostShift}`,
        ],
        rows,
      }),
    ];
  } finally {
    await browser.close();
    await host.stop();
  }
}
