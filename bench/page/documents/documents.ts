/** Server-rendered documents: CPU time of each, and the time that a thousand viewers wait. */

import type { BareAnswer, BareOrigin } from '../../service/bare-server.ts';
import { startHelper, startHost } from '../../support/programs.ts';
import { drawTable, figure, judge } from '../../support/report.ts';
import { median, quantile } from '../../support/statistics.ts';
import type { Workplace } from '../../support/workplace.ts';
import { watchedPages } from '../first-rows/watched-pages.ts';
import { openPages } from './asked-by-pages.ts';
import { measureDocuments } from './processor-time.ts';
import { minute, openAll, viewers } from './viewers.ts';

/**
 * Goals in milliseconds: CPU time of a cached and of a newly rendered document, and the 99th percentile of
 * the wait.
 */
const goals = { cached: 0.1, anew: 5, p99: 50 } as const;
const mostKibibytes = 30;

export async function runDocuments(place: Workplace, runs: number): Promise<readonly string[]> {
  const host = await startHost(place.root);
  const bareServer = startHelper(place.programs, 'bare-server');
  try {
    const pages = await watchedPages(host.origin);
    const costs = await measureDocuments(
      host,
      pages.map(({ path }) => path),
      runs,
    );
    const opened = await openPages(
      host.origin,
      pages.map(({ path }) => path),
    );
    const { origin: bareOrigin } = await bareServer.ask<BareOrigin>({
      headers: { 'content-type': 'text/plain' },
      body: 'x'.repeat(mostKibibytes * 512),
    } satisfies BareAnswer);
    const { documents, answers, bare } = await openAll(host.origin, bareOrigin, opened);
    const rows = pages.map(({ name, path }) => {
      const measured = costs.get(path) ?? [];
      const cached = median(measured.map((cost) => cost.cached));
      const anew = median(measured.map((cost) => cost.anew));
      const kibibytes = median(measured.map((cost) => cost.bytes)) / 1024;
      return [
        name,
        figure(cached, 3),
        judge(cached, 'at most', goals.cached),
        figure(anew, 1),
        judge(anew, 'at most', goals.anew),
        figure(kibibytes, 1),
        judge(kibibytes, 'at most', mostKibibytes),
      ];
    });
    const waited = [
      { name: 'bare node:http beside it', times: bare },
      { name: 'documents', times: documents },
      { name: 'answers to their pages', times: answers },
      { name: 'both', times: [...documents, ...answers] },
    ];
    return [
      drawTable({
        title: `A document, compressed: processor time of the host in ms (medians of ${runs})`,
        headings: [
          'page',
          'held',
          `≤ ${goals.cached}`,
          'drawn anew',
          `≤ ${goals.anew}`,
          'KiB',
          `≤ ${mostKibibytes}`,
        ],
        rows,
      }),
      drawTable({
        title: `${figure(viewers)} viewers open pages within ${minute / 1000} s: ms until the last byte`,
        headings: ['what', 'count', 'p50', 'p99', 'longest', `p99 ≤ ${goals.p99}`],
        rows: waited.map(({ name, times }) => [
          name,
          figure(times.length),
          figure(quantile(times, 0.5), 1),
          figure(quantile(times, 0.99), 1),
          figure(Math.max(...times), 1),
          times === bare ? '' : judge(quantile(times, 0.99), 'at most', goals.p99),
        ]),
        notes: [
          'Scripts come from the cache. Each page asks for the lists that it was seen to ask for in a browser.',
        ],
      }),
    ];
  } finally {
    await Promise.all([host.stop(), bareServer.stop()]);
  }
}
