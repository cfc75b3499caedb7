/** The host in front of slow, large or broken services, and under many viewers and hostile connections. */

import { setTimeout as delay } from 'node:timers/promises';
import { usageOf } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import type { Workplace } from '../support/workplace.ts';
import type { CrowdOrder, CrowdResult } from './crowd-client.ts';
import { compareWithBare, type HotRequest, hotRequests } from './hot-path.ts';
import { order, type Scene, startScene, statusPath, stopScene, watch } from './scene.ts';
import type { ListMode } from './upstream-server.ts';
import {
  newLists,
  statusViewers,
  statusViewersBeside,
  statusViewersWhile,
  thousandViewers,
} from './viewers.ts';

const goals = {
  share: 0.7,
  slower: 1.2,
  more: 2,
  viewersMilliseconds: 50,
  recoveryMilliseconds: 2_000,
  mebibytes: 512,
} as const;

type Figure = readonly [what: string, measured: string, goal: string, verdict: string];

async function cachedResponse(scene: Scene, request: HotRequest, runs: number): Promise<Figure> {
  const { clock, processor, share } = await compareWithBare(scene, request, runs);
  return [
    request.name,
    `${figure(processor)} requests per processor second, ${figure(share.processor, 2)} of bare; ${figure(clock)}/s, ${figure(share.clock, 2)} of bare`,
    `≥ ${goals.share}`,
    judge(share.processor, 'at least', goals.share),
  ];
}

async function statusWhile(scene: Scene, lists: ListMode, quiet: number): Promise<Figure> {
  const { p99, failures } = await statusViewersWhile(scene, lists);
  const most = goals.slower * quiet + 2;
  return [
    `status while every list is: ${lists}`,
    `p99 ${figure(p99, 1)} ms, quiet ${figure(quiet, 1)} ms, ${failures} failures`,
    `≤ ${figure(most, 1)} ms`,
    failures === 0 ? judge(p99, 'at most', most) : 'missed',
  ];
}

async function manyViewers(scene: Scene): Promise<Figure> {
  const { p50, p99, answers, failures } = await thousandViewers(scene);
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
  const { p99, failures, answers, held } = await statusViewersBeside(scene, addresses);
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
  const scene = await startScene(place, place.root);
  const mebibytes = watchMemory(scene.host.pid);
  try {
    const figures: Figure[] = [];
    for (const request of hotRequests) figures.push(await cachedResponse(scene, request, runs));
    await statusViewers(scene);
    const { p99: quiet } = await statusViewers(scene);
    for (const mode of ['drip', 'hang', 'nonsense'] as const)
      figures.push(await statusWhile(scene, mode, quiet));
    figures.push(await manyViewers(scene), await manyAsOne(scene), await longLists(scene));
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
    await stopScene(scene);
  }
}
