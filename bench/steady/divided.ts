/** Measures a sliced list (one request per region) while a reader sorts, searches and scrolls. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startHelper, startHost } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { launchUnwatched } from '../support/unwatched.ts';
import type { Workplace } from '../support/workplace.ts';
import { firstRow, joinTable, memoryOf, openTable, scroll, timed } from '../table/measure.ts';
import { ourTable } from '../table/pages.ts';
import type { ClampedOrder, ClampedReport } from './clamped-server.ts';
import { type LongestTask, watchTasks } from './longest-task.ts';

const order: ClampedOrder = { regions: 200, buckets: 198_000, clamp: 1_000, lifetimeSeconds: 40 };
/** Script that waits until the list is complete and then sets a performance mark. */
const whole = `new Promise((resolve) => {
  const look = () => document.querySelector('main [data-claim=known-regions]') ? resolve() : setTimeout(look, 20);
  look();
}).then(() => performance.mark('whole'))`;
const settleMilliseconds = 3000;
const scrollMilliseconds = 5000;
const goals = { task: 50, frame: 20, heap: 50, workers: 150 };

function inFigures({ clock, processor }: LongestTask): string {
  return `${figure(clock)} (${figure(processor)})`;
}

export async function runDivided(place: Workplace): Promise<readonly string[]> {
  const server = startHelper(place.programs, 'clamped-server');
  const { origin } = await server.ask<ClampedReport>(order);
  const config = join(place.folder, 'divided-config.json');
  await writeFile(config, JSON.stringify({ deployments: [{ slug: 'divided', baseUrl: origin }] }));
  const host = await startHost(place.root, ['--config', config]);
  const own = await launchUnwatched();
  try {
    const table = ourTable(`${host.origin}/divided/buckets`);
    const loaded = await watchTasks(own.browser);
    await openTable(own, table, { until: whole });
    await delay(settleMilliseconds);
    const loading = await loaded();
    const { page, session } = await joinTable(own);
    const shown = await firstRow(page);
    const wholeAt = await page.evaluate(
      () => performance.getEntriesByName('whole')[0]?.startTime ?? Number.NaN,
    );
    const { heap, workers } = await memoryOf(session);
    const used = await watchTasks(own.browser);
    const sort = await timed(page, table, 'sort');
    const frames = await scroll(page, table, scrollMilliseconds);
    const filter = await timed(page, table, 'filter', 'crate-19');
    const after = await used();
    await server.ask<ClampedReport>({ since: 'last' });
    const refreshed = await watchTasks(own.browser);
    // Within one lifetime each slice is requested once.
    await delay(order.lifetimeSeconds * 1000);
    const refreshing = await refreshed();
    const { searches } = await server.ask<ClampedReport>({ since: 'last' });
    return [
      drawTable({
        title: `${figure(order.buckets)} buckets in ${order.regions} regions, clamp ${figure(order.clamp)}, as one list (ms, one visit; tasks by the clock and, in brackets, of a processor)`,
        headings: [
          '',
          'first row',
          'whole',
          'sort',
          'filter',
          'longest task loading',
          'after',
          `during ${figure(searches.length)} refreshes`,
          'frame p95',
          'heap MB',
          'workers MB',
        ],
        rows: [
          [
            'measured',
            ...[shown, wholeAt, sort, filter].map((each) => figure(each)),
            ...[loading, after, refreshing].map(inFigures),
            figure(frames),
            figure(heap / 1e6, 1),
            figure(workers / 1e6, 1),
          ],
          [
            'goal',
            '',
            '',
            '',
            '',
            ...[loading, after, refreshing].map((each) => judge(each.clock, 'at most', goals.task)),
            judge(frames, 'at most', goals.frame),
            judge(heap / 1e6, 'at most', goals.heap),
            judge(workers / 1e6, 'at most', goals.workers),
          ],
        ],
      }),
    ];
  } finally {
    await own.close();
    await host.stop();
    await server.stop();
  }
}
