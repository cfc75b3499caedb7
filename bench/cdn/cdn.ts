/** 2,000 viewers behind nginx and Varnish, which share responses of the host (`sharedCache`): what reaches the host. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNginx, startVarnish } from '../../e2e/caches/programs.ts';
import { startCountingProxy } from '../../e2e/caches/requests.ts';
import { isInstalled } from '../../e2e/support/hosts/installed-programs.ts';
import type { UpstreamAnswer, UpstreamOrder } from '../gateway/upstream-server.ts';
import type { ViewersOrder, ViewersResult } from '../gateway/viewers-client.ts';
import { type HelperProgram, startHelper, startHost, usageOf } from '../support/programs.ts';
import { drawTable, figure } from '../support/report.ts';
import type { Workplace } from '../support/workplace.ts';

const viewers = 2_000;
const api = '/deployments/it/api/v2';
const status = `${api}/status`;
const coverage = '/history/it/sight';

/** Each viewer opens the page once within 10 s. */
const opening = { paths: ['/it'], every: 10_000, milliseconds: 9_900 } as const;
/** Then it sends the requests of an open status page: twelve a minute (docs/operate/sizing.md). */
const staying = {
  paths: [
    status,
    coverage,
    status,
    '/config.json',
    status,
    `${api}/nodes`,
    status,
    coverage,
    status,
    '/config.json',
    status,
    coverage,
  ],
  every: 5_000,
  milliseconds: 40_000,
} as const;

interface Way {
  readonly name: string;
  readonly command: string | null;
  /** Starts the cache with the example of docs/operate/cdn.md. */
  readonly start: typeof startNginx | null;
  readonly language: string;
}

const ways: readonly Way[] = [
  { name: 'no cache', command: null, start: null, language: '' },
  { name: 'nginx', command: 'nginx', start: startNginx, language: 'nginx' },
  { name: 'Varnish', command: 'varnishd', start: startVarnish, language: 'vcl' },
];

function exampleIn(root: string, language: string): string {
  const text = readFileSync(join(root, 'docs/operate/cdn.md'), 'utf8');
  const [, block = ''] = text.split(`\`\`\`${language}\n`);
  return block.slice(0, block.indexOf('```')).replaceAll('4600', '9000');
}

/** Measures one way in its two phases. */
async function measure(place: Workplace, upstream: HelperProgram, way: Way) {
  const { origin: baseUrl } = await upstream.ask<UpstreamAnswer>({
    lists: 'well',
    lifetime: 60,
  } satisfies UpstreamOrder);
  const config = join(place.folder, `cdn-${way.name.replace(' ', '-')}.jsonc`);
  writeFileSync(
    config,
    JSON.stringify({ sharedCache: way.start !== null, deployments: [{ slug: 'it', baseUrl, budget: 60_000 }] }),
  );
  const host = await startHost(place.root, ['--config', config, '--data', join(place.folder, way.name)]);
  const proxy = await startCountingProxy(host.origin);
  const cache = await way.start?.(exampleIn(place.root, way.language), proxy.port);
  const client = startHelper(place.programs, 'viewers-client');
  const phase = async (order: Omit<ViewersOrder, 'origin' | 'viewers'>) => {
    const [before, spentBefore] = [proxy.count(), usageOf(host.pid)?.cpuMilliseconds ?? Number.NaN];
    // Without a cache every request of a viewer is one of the host.
    const origin = cache?.url ?? host.origin;
    const result = await client.ask<ViewersResult>({ origin, viewers, ...order } satisfies ViewersOrder);
    const requests = cache ? proxy.count() - before : result.answers + result.failures;
    const spent = (usageOf(host.pid)?.cpuMilliseconds ?? Number.NaN) - spentBefore;
    return { ...result, requests, spent };
  };
  try {
    return { opened: await phase(opening), stayed: await phase(staying) };
  } finally {
    await client.stop();
    await cache?.stop();
    proxy.close();
    await host.stop();
  }
}

export async function runCdn(place: Workplace): Promise<readonly string[]> {
  const upstream = startHelper(place.programs, 'upstream-server');
  const rows: string[][] = [];
  const notes: string[] = [];
  try {
    for (const way of ways) {
      if (way.command !== null && !isInstalled(way.command)) {
        notes.push(`skipped: ${way.command} is not installed`);
        continue;
      }
      const { opened, stayed } = await measure(place, upstream, way);
      for (const [what, { answers, failures, requests, spent, p50, p99 }] of [
        ['opening, 10 s', opened],
        ['open, 40 s', stayed],
      ] as const)
        rows.push([
          `${way.name}: ${what}`,
          figure(answers),
          figure(failures),
          figure(requests),
          figure(spent),
          figure(p50, 1),
          figure(p99, 1),
        ]);
    }
    return [
      drawTable({
        title: `${figure(viewers)} viewers of one status page: what reaches the host`,
        headings: ['way: phase', 'answers', 'failures', 'at the host', 'host CPU ms', 'p50 ms', 'p99 ms'],
        rows,
        notes,
      }),
    ];
  } finally {
    await upstream.stop();
  }
}
