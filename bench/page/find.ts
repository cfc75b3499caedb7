/** Typing into Find with a large list: milliseconds from the key press to the frame with the results. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import { startHelper, startHost } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';
import type { ListOrder, ListOrigin } from '../table/list-origin.ts';

const count = 100_000;
const mostRuns = 3;
const goalMilliseconds = 50;
const longest = 120_000;
const queries = ['media-logs-1', 'crate arch', 'bkt_0', 'zq zq'] as const;

/**
 * Types a text letter by letter.
 *
 * @returns milliseconds per letter.
 */
function type(page: Page, text: string): Promise<readonly number[]> {
  return page.evaluate(async (typed) => {
    const input = document.querySelector<HTMLInputElement>('dialog input');
    if (!input) throw new Error('Find is not open.');
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const times: number[] = [];
    for (let length = 1; length <= typed.length; length += 1) {
      const started = performance.now();
      own?.set?.call(input, typed.slice(0, length));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      // This timeout ends after the frame that shows the input.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - started);
    }
    return times;
  }, text);
}

async function visit(url: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(longest);
    await page.goto(url);
    await page.waitForSelector('tr[aria-rowindex="1"] td a');
    await page.waitForSelector('button[aria-label=Find]');
    await page.keyboard.press('/');
    await page.waitForFunction((all) => {
      const text = document.querySelector('dialog p')?.textContent ?? '';
      return Number(/\d+/.exec(text.replaceAll(',', ''))?.[0] ?? 0) > all;
    }, count);
    const times = new Map<string, readonly number[]>();
    for (const query of queries) times.set(query, await type(page, query));
    return times;
  } finally {
    await browser.close();
  }
}

/** @param runs - number of visits, at most three. More are ignored. */
export async function runFind(place: Workplace, runs: number): Promise<readonly string[]> {
  const server = startHelper(place.programs, 'list-server');
  const { origin } = await server.ask<ListOrigin>({ count, files: [] } satisfies ListOrder);
  const config = join(place.folder, 'find-config.json');
  const limits = { maximumBodyBytes: 256 * 1024 * 1024, timeoutSeconds: 60 };
  await writeFile(config, JSON.stringify({ deployments: [{ slug: 'large', baseUrl: origin }], limits }));
  const host = await startHost(place.root, ['--config', config]);
  try {
    const visits: ReadonlyMap<string, readonly number[]>[] = [];
    for (let run = 0; run < Math.min(runs, mostRuns); run += 1)
      visits.push(await visit(`${host.origin}/large/buckets`));
    const rows = queries.map((query) => {
      const letters = Array.from(query, (_, letter) =>
        median(visits.map((times) => times.get(query)?.[letter] ?? Number.NaN)),
      );
      const slowest = Math.max(...letters);
      return [
        JSON.stringify(query),
        figure(median(letters), 1),
        figure(slowest, 1),
        judge(slowest, 'at most', goalMilliseconds),
      ];
    });
    return [
      drawTable({
        title: `Find among ${figure(count)} buckets, from a key to the frame that shows it (ms)`,
        headings: ['typed', 'median key', 'slowest key', `at most ${goalMilliseconds}`],
        rows,
      }),
    ];
  } finally {
    await host.stop();
    await server.stop();
  }
}
