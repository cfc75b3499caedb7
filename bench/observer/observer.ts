/** Measures the cost of observing deployments without viewers, and of serving the metrics. */

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processorMilliseconds, startHelper, startHost, usageOf } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';
import type { ObservedAnswer, ObservedOrder } from './observed-server.ts';

export const large: ObservedOrder = { components: 600, nodes: 1_000, regions: 60, others: 80 };
const small: ObservedOrder = { components: 5, nodes: 10, regions: 3, others: 5 };
const many = 1_000;

/**
 * Seconds: warm-up in which every endpoint is polled once, and duration of the measurement: one lifetime of
 * the lists.
 */
const warmUp = 15;
const watched = 60;
const scrapes = 20;

const goals = {
  lookMilliseconds: 2,
  share: 2,
  scrapeMilliseconds: 20,
  scrapeKilobytes: 300,
  zippedKilobytes: 30,
} as const;

/** CPU milliseconds of the HTTP thread since its start. NaN without /proc. */
function answeringMilliseconds(pid: number): number {
  try {
    const [onProcessor] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(onProcessor) / 1e6;
  } catch {
    return Number.NaN;
  }
}

interface Cost {
  readonly looks: number;
  readonly requests: number;
  /**
   * CPU milliseconds during the measurement: of the HTTP thread (`answering`), and of all threads (`all`).
   */
  readonly answering: number;
  readonly all: number;
  readonly mebibytes: number;
}

async function looksOf(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const counts = [...text.matchAll(/^edgewatch_looks_total\{[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

interface Scrape {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly zipped: number;
  readonly requests: number;
}

async function scrapesOf(origin: string, requests: () => Promise<number>): Promise<Scrape> {
  await requests();
  const times: number[] = [];
  let [bytes, zipped] = [0, 0];
  for (let round = 0; round < scrapes; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${origin}/metrics`, { headers: { 'accept-encoding': 'identity' } });
    bytes = (await answer.arrayBuffer()).byteLength;
    times.push(performance.now() - began);
  }
  const packed = await fetch(`${origin}/metrics`, { headers: { 'accept-encoding': 'gzip' } });
  const { gzipSync } = await import('node:zlib');
  zipped = gzipSync(Buffer.from(await packed.arrayBuffer())).byteLength;
  return { milliseconds: median(times), bytes, zipped, requests: await requests() };
}

async function measure(
  { root, folder, programs }: Workplace,
  order: ObservedOrder,
  deployments: number,
  observe: 'all' | 'off',
): Promise<{ readonly cost: Cost; readonly scrape: Scrape }> {
  const server = startHelper(programs, 'observed-server');
  const requests = async () => (await server.ask<ObservedAnswer>(order)).requests;
  const { origin } = await server.ask<ObservedAnswer>(order);
  const config = join(folder, `observer-${observe}-${deployments}.json`);
  const listed = Array.from({ length: deployments }, (_, index) => ({ slug: `d${index}`, baseUrl: origin }));
  await writeFile(config, JSON.stringify({ observe, deployments: listed }));
  const host = await startHost(root, ['--config', config]);
  try {
    await delay(warmUp * 1000);
    const before = {
      looks: await looksOf(host.origin),
      answering: answeringMilliseconds(host.pid),
      all: processorMilliseconds(host.pid),
    };
    await requests();
    await delay(watched * 1000);
    const cost = {
      answering: answeringMilliseconds(host.pid) - before.answering,
      all: processorMilliseconds(host.pid) - before.all,
      requests: await requests(),
      mebibytes: (usageOf(host.pid)?.residentBytes ?? Number.NaN) / 2 ** 20,
      looks: (await looksOf(host.origin)) - before.looks,
    };
    return { cost, scrape: await scrapesOf(host.origin, requests) };
  } finally {
    await host.stop();
    await server.stop();
  }
}

export async function runObserver(place: Workplace): Promise<readonly string[]> {
  const off = await measure(place, large, 1, 'off');
  const one = await measure(place, large, 1, 'all');
  const thousand = await measure(place, small, many, 'all');
  const lookOf = ({ cost }: typeof one) => (cost.answering - off.cost.answering) / cost.looks;
  const shareOf = ({ cost }: typeof one) => ((cost.all - off.cost.all) / (watched * 1000)) * 100;
  const row = (name: string, measured: typeof one) => [
    name,
    figure(measured.cost.looks),
    figure(measured.cost.requests),
    figure(lookOf(measured), 2),
    figure(shareOf(measured), 2),
    figure(measured.cost.mebibytes),
  ];
  const { scrape } = one;
  const limit = (name: string, value: number, most: number, decimals = 0) => [
    name,
    figure(value, decimals),
    judge(value, 'at most', most),
  ];
  return [
    drawTable({
      title: `Observing for ${watched} s, nobody watching`,
      headings: ['deployments', 'looks', 'requests', 'ms of answering a look', '% of a core', 'resident MiB'],
      rows: [
        row(`1 of ${large.components} components, ${large.nodes} nodes, ${large.regions} regions`, one),
        row(`${many} of ${small.components} components, ${small.nodes} nodes`, thousand),
        ['1, not observed', '0', figure(off.cost.requests), '', '', figure(off.cost.mebibytes)],
      ],
    }),
    drawTable({
      title: 'Goals, of the one deployment',
      headings: ['', 'measured', 'goal'],
      rows: [
        limit(
          `a look, ms of the answering thread (≤ ${goals.lookMilliseconds})`,
          lookOf(one),
          goals.lookMilliseconds,
          2,
        ),
        limit(`observer, % of a core (≤ ${goals.share})`, shareOf(one), goals.share, 2),
        limit(`a scrape, ms (≤ ${goals.scrapeMilliseconds})`, scrape.milliseconds, goals.scrapeMilliseconds, 1),
        limit(`a scrape, kB (≤ ${goals.scrapeKilobytes})`, scrape.bytes / 1000, goals.scrapeKilobytes),
        limit(`in gzip, kB (≤ ${goals.zippedKilobytes})`, scrape.zipped / 1000, goals.zippedKilobytes, 1),
        limit(`requests upstream in ${scrapes} scrapes, of status (≤ 1)`, scrape.requests, 1),
      ],
    }),
  ];
}
