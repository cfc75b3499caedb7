/**
 * Counts the requests of a page for a list whose regions it already knows, and compares them with the minimum
 * that proves the list complete.
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import { startHelper, startHost } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import type { Workplace } from '../support/workplace.ts';
import type { ClampedOrder, ClampedReport } from './clamped-server.ts';

const order: ClampedOrder = { regions: 60, buckets: 12_431, clamp: 1_000, lifetimeSeconds: 20 };
/**
 * Milliseconds of the measurement: one lifetime. Each slice is requested at most 5 % after its lifetime, so
 * the window contains each request once.
 */
const watched = order.lifetimeSeconds * 1000;
const longest = 60_000;

export async function runSteady(place: Workplace): Promise<readonly string[]> {
  const server = startHelper(place.programs, 'clamped-server');
  const { origin } = await server.ask<ClampedReport>(order);
  const config = join(place.folder, 'steady-config.json');
  await writeFile(config, JSON.stringify({ deployments: [{ slug: 'clamped', baseUrl: origin }] }));
  const host = await startHost(place.root, ['--config', config]);
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const page = await browser.newPage();
    await page.goto(`${host.origin}/clamped/buckets`);
    const total = page.locator('main [data-claim=known-regions]').first();
    await total.waitFor({ timeout: longest });
    // Waits for the end of the first lifetime, in which the client tests once whether one response is enough.
    await delay(1.1 * watched);
    const { searches: learning } = await server.ask<ClampedReport>({ since: 'last' });
    await delay(watched);
    const { searches } = await server.ask<ClampedReport>({ since: 'last' });
    const shown = (await total.textContent()) ?? '';
    const distinct = new Set(searches).size;
    return [
      drawTable({
        title: `Requests for a list of ${figure(order.buckets)} buckets in ${order.regions} regions, clamp ${figure(order.clamp)}`,
        headings: ['claim', 'learning', 'a lifetime', 'of them distinct', 'provable minimum', 'goal'],
        rows: [
          [
            shown,
            figure(learning.length),
            figure(searches.length),
            figure(distinct),
            figure(order.regions),
            judge(searches.length / order.regions, 'at most', 1),
          ],
        ],
      }),
    ];
  } finally {
    await browser.close();
    await host.stop();
    await server.stop();
  }
}
