/** Measures the cost of observing deployments without viewers, and of serving the metrics. */

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Build, Builds } from '../support/builds.ts';
import { compare, comparisonTable, type Figures } from '../support/comparison.ts';
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

interface Observed {
  readonly cost: Cost;
  readonly scrape: Scrape;
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

/** @param root - folder of the build to start. */
async function measure(
  { folder, programs }: Workplace,
  root: string,
  order: ObservedOrder,
  deployments: number,
  observe: 'all' | 'off',
): Promise<Observed> {
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

const measureIdle = (place: Workplace, root: string) => measure(place, root, large, 1, 'off');
const measureOne = (place: Workplace, root: string) => measure(place, root, large, 1, 'all');
const measureMany = (place: Workplace, root: string) => measure(place, root, small, many, 'all');

/** CPU milliseconds of the HTTP thread per poll, less those of a host that does not observe. */
const pollCost = ({ cost }: Observed, idle: Observed) => (cost.answering - idle.cost.answering) / cost.looks;
/** Per cent of a core, less those of a host that does not observe. */
const coreShare = ({ cost }: Observed, idle: Observed) => ((cost.all - idle.cost.all) / (watched * 1000)) * 100;

export async function compareObserver(
  place: Workplace,
  runs: number,
  builds: Builds,
): Promise<readonly string[]> {
  const idle = new Map<Build, Observed>();
  for (const build of [builds.before, builds.now]) idle.set(build, await measureIdle(place, build.root));
  const figuresOf = (name: string, observed: Observed, build: Build): Figures => {
    const unobserved = idle.get(build) ?? observed;
    return {
      [`${name}: a poll, ms of the HTTP thread`]: pollCost(observed, unobserved),
      [`${name}: % of a core`]: coreShare(observed, unobserved),
      [`${name}: resident memory, MiB`]: observed.cost.mebibytes,
      [`${name}: polls`]: observed.cost.looks,
      [`${name}: requests upstream`]: observed.cost.requests,
    };
  };
  const compared = await compare(builds, runs, [
    async (build) => {
      const one = await measureOne(place, build.root);
      return {
        ...figuresOf('1 large deployment', one, build),
        'a scrape, ms': one.scrape.milliseconds,
        'a scrape, kB': one.scrape.bytes / 1000,
      };
    },
    async (build) => figuresOf('1,000 small deployments', await measureMany(place, build.root), build),
  ]);
  return [comparisonTable(`Observing for ${watched} s, nobody watching`, builds, runs, compared)];
}

export async function runObserver(place: Workplace): Promise<readonly string[]> {
  const off = await measureIdle(place, place.root);
  const one = await measureOne(place, place.root);
  const thousand = await measureMany(place, place.root);
  const row = (name: string, measured: Observed) => [
    name,
    figure(measured.cost.looks),
    figure(measured.cost.requests),
    figure(pollCost(measured, off), 2),
    figure(coreShare(measured, off), 2),
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
          pollCost(one, off),
          goals.lookMilliseconds,
          2,
        ),
        limit(`observer, % of a core (≤ ${goals.share})`, coreShare(one, off), goals.share, 2),
        limit(`a scrape, ms (≤ ${goals.scrapeMilliseconds})`, scrape.milliseconds, goals.scrapeMilliseconds, 1),
        limit(`a scrape, kB (≤ ${goals.scrapeKilobytes})`, scrape.bytes / 1000, goals.scrapeKilobytes),
        limit(`in gzip, kB (≤ ${goals.zippedKilobytes})`, scrape.zipped / 1000, goals.zippedKilobytes, 1),
        limit(`requests upstream in ${scrapes} scrapes, of status (≤ 1)`, scrape.requests, 1),
      ],
    }),
  ];
}
