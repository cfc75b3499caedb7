/** The host in front of slow, large or broken services, and under many viewers and hostile connections. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BareAnswer, BareOrigin } from '../service/bare-server.ts';
import type { LoadOrder, LoadResult } from '../service/load-client.ts';
import {
  type HelperProgram,
  type ListeningProgram,
  startHelper,
  startHost,
  usageOf,
} from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';
import type { CrowdOrder, CrowdResult } from './crowd-client.ts';
import type { ListMode, UpstreamAnswer, UpstreamOrder } from './upstream-server.ts';
import type { ViewersOrder, ViewersResult } from './viewers-client.ts';

const api = '/deployments/it/api';
const statusPath = `${api}/v2/status`;
const listPath = `${api}/v2/nodes`;
let limit = 1_000;

/** Four list addresses that no earlier run has requested, so that no cache holds a response. */
function newLists(): readonly string[] {
  limit += 1;
  return ['/v2/nodes', '/v2/buckets', '/v1/nodes', '/v1/events'].map((path) => `${api}${path}?limit=${limit}`);
}
const goals = {
  share: 0.7,
  slower: 1.2,
  more: 2,
  viewersMilliseconds: 50,
  recoveryMilliseconds: 2_000,
  mebibytes: 512,
} as const;

interface Scene {
  readonly place: Workplace;
  readonly host: ListeningProgram;
  readonly upstream: HelperProgram;
  readonly viewers: HelperProgram;
  readonly crowd: HelperProgram;
}

type Figure = readonly [what: string, measured: string, goal: string, verdict: string];

function order({ upstream }: Pick<Scene, 'upstream'>, lists: ListMode, lifetime = 60): Promise<UpstreamAnswer> {
  return upstream.ask<UpstreamAnswer>({ lists, lifetime } satisfies UpstreamOrder);
}

function watch({ viewers, host }: Scene, watching: Omit<ViewersOrder, 'origin'>): Promise<ViewersResult> {
  return viewers.ask<ViewersResult>({ origin: host.origin, ...watching } satisfies ViewersOrder);
}

/** Orders twenty viewers that request the status fifty times a second each, for 3 s. */
const ofStatus = { paths: [statusPath], viewers: 20, every: 20, milliseconds: 3_000 } as const;

async function cachedList(scene: Scene, accept: string, runs: number): Promise<Figure> {
  const { place, host } = scene;
  const bareServer = startHelper(place.programs, 'bare-server');
  const client = startHelper(place.programs, 'load-client');
  try {
    await order(scene, 'well', 3600);
    const headers = { 'accept-encoding': accept };
    // The second response comes from the cache.
    await (await fetch(host.origin + listPath, { headers })).arrayBuffer();
    const { shown } = await client.ask<LoadResult>({
      origin: host.origin,
      path: listPath,
      connections: 1,
      milliseconds: 1,
      accept,
      shows: true,
    } satisfies LoadOrder);
    if (!shown) throw new Error('The host did not show its answer.');
    const own = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);
    const passed = shown.head
      .split('\r\n')
      .slice(1)
      .map(
        (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const,
      )
      .filter(([name]) => !own.has(name));
    const { origin } = await bareServer.ask<BareOrigin>({
      headers: Object.fromEntries(passed),
      body: shown.body,
      encoding: 'base64',
    } satisfies BareAnswer);
    const servers = [
      { origin, pid: bareServer.pid },
      { origin: host.origin, pid: host.pid },
    ] as const;
    /** Measures requests per second, and CPU milliseconds per request. */
    const load = async ({ origin: from, pid }: (typeof servers)[number]) => {
      const before = usageOf(pid)?.cpuMilliseconds ?? Number.NaN;
      const { requests, milliseconds } = await client.ask<LoadResult>({
        origin: from,
        path: listPath,
        connections: 32,
        milliseconds: 1_500,
        accept,
      } satisfies LoadOrder);
      const spent = (usageOf(pid)?.cpuMilliseconds ?? Number.NaN) - before;
      return { rate: (1000 * requests) / milliseconds, cost: spent / requests };
    };
    for (const server of servers) await load(server);
    const rates: number[] = [];
    const shares: number[] = [];
    const costs: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const [bare, ours] = [await load(servers[0]), await load(servers[1])];
      rates.push(ours.rate);
      shares.push(ours.rate / bare.rate);
      costs.push(bare.cost / ours.cost);
    }
    const share = median(costs);
    return [
      `cached list of 20 kB, ${accept}`,
      `${figure(median(rates))} requests/s, ${figure(median(shares), 2)} of bare; ${figure(share, 2)} by CPU time`,
      `≥ ${goals.share}`,
      judge(share, 'at least', goals.share),
    ];
  } finally {
    await Promise.all([bareServer.stop(), client.stop()]);
  }
}

/**
 * Sends list requests without pause: six at once, the connection limit of a deployment.
 *
 * @returns a function that stops the requests.
 */
function requestLists({ host }: Scene): () => Promise<void> {
  const leaving = new AbortController();
  const one = async (asker: number) => {
    for (let turn = 0; !leaving.signal.aborted; turn += 1)
      await fetch(`${host.origin}${api}/v2/buckets?limit=${1 + asker + 8 * turn}`, { signal: leaving.signal })
        .then((response) => response.arrayBuffer())
        .catch(() => delay(10));
  };
  const all = Array.from({ length: 6 }, (_, asker) => one(asker));
  return async () => {
    leaving.abort();
    await Promise.all(all);
  };
}

async function statusWhile(scene: Scene, lists: ListMode, quiet: number): Promise<Figure> {
  await order(scene, lists);
  const stop = requestLists(scene);
  await delay(500);
  const { p99, failures } = await watch(scene, ofStatus);
  await stop();
  const most = goals.slower * quiet + 2;
  return [
    `status while every list is: ${lists}`,
    `p99 ${figure(p99, 1)} ms, quiet ${figure(quiet, 1)} ms, ${failures} failures`,
    `≤ ${figure(most, 1)} ms`,
    failures === 0 ? judge(p99, 'at most', most) : 'missed',
  ];
}

async function thousandViewers(scene: Scene): Promise<Figure> {
  await order(scene, 'well');
  const { p50, p99, answers, failures } = await watch(scene, {
    paths: [statusPath, ...newLists()],
    viewers: 1_000,
    every: 1_000,
    milliseconds: 10_000,
  });
  return [
    '1,000 viewers, a question a second each',
    `p50 ${figure(p50, 1)}, p99 ${figure(p99, 1)} ms, ${figure(answers)} answers, ${failures} failures`,
    `≤ ${goals.viewersMilliseconds} ms`,
    failures === 0 ? judge(p99, 'at most', goals.viewersMilliseconds) : 'missed',
  ];
}

/**
 * Counts the service's requests while viewers read the same lists for 7 s.
 *
 * @returns the count of the list with the most requests.
 */
async function costOf(scene: Scene, viewers: number): Promise<number> {
  await order(scene, 'well', 2);
  await watch(scene, { paths: newLists(), viewers, every: 500, milliseconds: 7_000 });
  const { counts } = await order(scene, 'well', 2);
  return Math.max(...Object.values(counts));
}

async function manyAsOne(scene: Scene): Promise<Figure> {
  const one = await costOf(scene, 4);
  const many = await costOf(scene, 500);
  return [
    'requests upstream for one list in 7 s, lifetime 2 s',
    `${many} for 500 viewers, ${one} for 4`,
    'the same',
    Math.abs(many - one) <= 1 ? 'met' : 'missed',
  ];
}

async function longLists(scene: Scene): Promise<Figure> {
  await order(scene, 'long', 10);
  await watch(scene, { paths: newLists(), viewers: 8, every: 1_000, milliseconds: 25_000 });
  const { counts } = await order(scene, 'well');
  const most = Math.max(...Object.values(counts));
  return [
    'four lists of 26 MB for 25 s, lifetime 10 s',
    `${most} requests for one`,
    '≤ 3',
    judge(most, 'at most', 3),
  ];
}

async function halfHeads(scene: Scene, addresses: number, quiet: number): Promise<Figure> {
  await order(scene, 'well');
  const { crowd, host } = scene;
  const bytes = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n';
  const { held } = await crowd.ask<CrowdResult>({
    origin: host.origin,
    connections: 2_000,
    bytes,
    addresses,
  } satisfies CrowdOrder);
  const { p99, failures, answers } = await watch(scene, ofStatus);
  await crowd.ask<CrowdResult>({ origin: host.origin, connections: 0, bytes, addresses } satisfies CrowdOrder);
  return [
    `2,000 half-sent heads of ${addresses} ${addresses === 1 ? 'address' : 'addresses'}`,
    `others' p99 ${figure(p99, 1)} ms, quiet ${figure(quiet, 1)}; ${failures} failures of ${figure(answers)}; ${figure(held)} held`,
    `≤ ${goals.more} ×`,
    judge(p99, 'at most', goals.more * quiet),
  ];
}

async function fiveThousand(scene: Scene): Promise<Figure> {
  const { crowd, host } = scene;
  const flood = { origin: host.origin, connections: 5_000, bytes: 'GET / HT', addresses: 10 } as const;
  const { held } = await crowd.ask<CrowdResult>(flood satisfies CrowdOrder);
  const began = performance.now();
  let recovery = Number.NaN;
  while (performance.now() - began < 20_000) {
    const isWell = await fetch(host.origin + statusPath, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isWell) {
      recovery = performance.now() - began;
      break;
    }
    await delay(20);
  }
  await crowd.ask<CrowdResult>({ ...flood, connections: 0 } satisfies CrowdOrder);
  return [
    '5,000 connections that send half a head',
    `${figure(held)} held; another is answered after ${figure(recovery)} ms`,
    `≤ ${figure(goals.recoveryMilliseconds)} ms`,
    judge(recovery, 'at most', goals.recoveryMilliseconds),
  ];
}

/**
 * Samples the peak memory of a process.
 *
 * @returns a function that stops it and returns the peak, MiB.
 */
function watchMemory(pid: number): () => number {
  let most = 0;
  const sample = () => {
    most = Math.max(most, usageOf(pid)?.residentBytes ?? 0);
  };
  sample();
  const timer = setInterval(sample, 50);
  return () => {
    clearInterval(timer);
    return most / 2 ** 20;
  };
}

export async function runGateway(place: Workplace, runs: number): Promise<readonly string[]> {
  const upstream = startHelper(place.programs, 'upstream-server');
  const viewers = startHelper(place.programs, 'viewers-client');
  const crowd = startHelper(place.programs, 'crowd-client');
  const { origin } = await order({ upstream }, 'well');
  const config = join(place.folder, 'gateway.jsonc');
  writeFileSync(config, JSON.stringify({ deployments: [{ slug: 'it', baseUrl: origin, budget: 60_000 }] }));
  const host = await startHost(place.root, ['--config', config]);
  const mebibytes = watchMemory(host.pid);
  const scene = { place, host, upstream, viewers, crowd };
  try {
    const figures: Figure[] = [];
    figures.push(await cachedList(scene, 'identity', runs), await cachedList(scene, 'gzip', runs));
    await watch(scene, ofStatus);
    const { p99: quiet } = await watch(scene, ofStatus);
    for (const mode of ['drip', 'hang', 'nonsense'] as const)
      figures.push(await statusWhile(scene, mode, quiet));
    figures.push(await thousandViewers(scene), await manyAsOne(scene), await longLists(scene));
    figures.push(await halfHeads(scene, 1, quiet), await halfHeads(scene, 4, quiet), await fiveThousand(scene));
    const most = mebibytes();
    figures.push([
      'memory of the host under all of this',
      `${figure(most)} MiB`,
      `≤ ${goals.mebibytes} MiB`,
      judge(most, 'at most', goals.mebibytes),
    ]);
    return [
      drawTable({
        title: 'The gateway, before a service that does as it is told',
        headings: ['what', 'measured', 'goal', 'verdict'],
        rows: figures,
      }),
    ];
  } finally {
    await Promise.all([host.stop(), upstream.stop(), viewers.stop(), crowd.stop()]);
  }
}
