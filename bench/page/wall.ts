/**
 * Measures the cost of a wall that nobody touches while everything is healthy, on a machine four times
 * slower.
 */

import { chromium, type Page } from '@playwright/test';
import { startFaultServer } from '../../e2e/servers/faults/server.ts';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import { startHost } from '../support/programs.ts';
import { drawTable, figure } from '../support/report.ts';
import type { Workplace } from '../support/workplace.ts';

const slowdown = 4;
const settleMilliseconds = 15_000;
const seconds = 60;

interface Cost {
  /** Seconds of tasks on the page's main thread. */
  readonly taskSeconds: number;
  readonly scriptSeconds: number;
  readonly layouts: number;
}

async function costOf(page: Page): Promise<Cost> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devtools.send('Performance.enable');
  await page.waitForTimeout(settleMilliseconds);
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await read();
  await page.waitForTimeout(seconds * 1000);
  const after = await read();
  const increase = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN);
  return {
    taskSeconds: increase('TaskDuration'),
    scriptSeconds: increase('ScriptDuration'),
    layouts: increase('LayoutCount'),
  };
}

export async function runWall({ root }: Workplace): Promise<readonly string[]> {
  const upstream = await startFaultServer();
  const host = await startHost(root, ['--base-url', `calm=${upstream.url}`]);
  const pages = [
    ['empty page', 'about:blank'],
    ['wall, status only', `${host.origin}/calm/wall?scenes=status`],
    ['wall, all scenes', `${host.origin}/calm/wall`],
  ] as const;
  try {
    const rows: string[][] = [];
    for (const [name, address] of pages) {
      const browser = await chromium.launch(chromiumLaunch());
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
      await page.goto(address);
      const { taskSeconds, scriptSeconds, layouts } = await costOf(page);
      await browser.close();
      rows.push([
        name,
        `${figure((taskSeconds / seconds) * 100, 1)} %`,
        `${figure((scriptSeconds / seconds) * 100, 1)} %`,
        figure(layouts / seconds, 1),
      ]);
    }
    return [
      drawTable({
        title: `An idle wall (${seconds} s at 1,920 × 1,080, thread ${slowdown} times slower)`,
        headings: ['page', 'of a core', 'scripts', 'layouts a second'],
        rows,
      }),
    ];
  } finally {
    await host.stop();
    await upstream.close();
  }
}
