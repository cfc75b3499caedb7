/**
 * Compares every page with the static floor, a page without scripts: when its content is on the screen, and
 * at what cost.
 */

import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../../e2e/support/chromium.ts';
import { Quiet } from '../../support/quiet.ts';
import type { Workplace } from '../../support/workplace.ts';
import { throttled, unthrottled } from '../measure.ts';
import { startFloor } from '../pages.ts';
import { landmarkTable, type Measured, threadTable, visitsOf, weightTable } from './tables.ts';
import { countUpstream } from './upstream.ts';
import { checkKey, inCalm, type Visitor, visitAndUse, visitUntilSettled } from './visit.ts';
import { floorLandmarks, watchedPages } from './watched-pages.ts';

/**
 * Number of pages after which the floor is loaded again. All ratios depend on it, so it is measured more
 * often than a page.
 */
const pagesPerFloor = 4;

export async function runFirstRows(place: Workplace, runs: number): Promise<readonly string[]> {
  const served = await startFloor(place);
  const { floor, host } = served;
  const browser = await chromium.launch(chromiumLaunch());
  const quiet = new Quiet();
  try {
    const pages = await watchedPages(host);
    const atEase: Visitor = { browser, quiet, condition: unthrottled };
    // Checks the key of each filter. These visits also warm up the host and the browser.
    for (const { path, filter, landmarks } of pages)
      if (filter) await checkKey(atEase, host + path, filter, landmarks);
    const upstream = await countUpstream(atEase, place.root, host, pages);
    const measured: readonly Measured[] = [unthrottled, throttled].map((condition) => ({
      condition,
      floor: [],
      pages: new Map(pages.map((page) => [page, { settled: [], used: [] }])),
    }));
    for (let run = 0; run < runs; run += 1)
      for (const one of measured) {
        const visitor = { browser, quiet, condition: one.condition };
        for (const [index, page] of pages.entries()) {
          if (index % pagesPerFloor === 0)
            one.floor.push(await visitUntilSettled(visitor, floor, floorLandmarks));
          const { settled, used } = visitsOf(one, page);
          const visit = () => visitUntilSettled(visitor, host + page.path, page.landmarks);
          settled.push(await (page.isForCalm ? inCalm(host, visit) : visit()));
          used.push(await visitAndUse(visitor, host + page.path, page.filter));
        }
      }
    const report = { runs, pages, measured, upstream };
    return [
      `Chromium ${browser.version()}. ${quiet.describe()}`,
      landmarkTable(report),
      threadTable(report),
      weightTable(report),
    ];
  } finally {
    await browser.close();
    await served.stop();
  }
}
