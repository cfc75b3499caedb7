/**
 * Many clients that send history requests without pause: time of the responses, memory of the host, and time
 * until the host is idle again.
 */

import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processorMilliseconds, startHost, usageOf } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';

const clients = 500;
/**
 * Milliseconds: time to write the demo history, duration of the load, timeout of a client, and pause before
 * memory is measured.
 */
const [warmUp, loaded, patience, settled] = [20_000, 20_000, 5_000, 30_000];
const day = 86_400_000;

interface Sent {
  /** Status code. `null` after a timeout of the client. */
  readonly status: number | null;
  readonly milliseconds: number;
}

function send(agent: Agent, url: string): Promise<Sent> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status: number | null) => resolve({ status, milliseconds: performance.now() - started });
    const sent = request(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.resume().on('end', () => end(response.statusCode ?? null));
      response.on('error', () => end(null));
    });
    sent.setTimeout(patience, () => sent.destroy()).on('error', () => end(null));
    sent.end();
  });
}

function addressOf(number: number): string {
  const slug = ['everything', 'storage', 'edge', 'platform'][number % 4] ?? '';
  const from = new Date(Date.now() - 7 * day + number).toISOString();
  const pages = [
    `strips?kind=component&marks=${50 + (number % 300)}&`,
    `strips?kind=node&marks=${50 + (number % 300)}&`,
    'changes?limit=1000&',
    'spans?',
  ];
  return `/history/${slug}/${pages[Math.floor(number / 4) % pages.length]}from=${from}`;
}

export async function runHistoryLoad({ root, folder }: Workplace): Promise<readonly string[]> {
  const host = await startHost(root, ['--demo', '--data', join(folder, 'history-load')]);
  await delay(warmUp);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const quiet = async () => (await send(agent, host.origin + addressOf(0))).milliseconds;
  const before: number[] = [];
  for (let nth = 0; nth < 7; nth += 1) before.push(await quiet());
  const resident = () => usageOf(host.pid)?.residentBytes ?? Number.NaN;
  const costs: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const started = processorMilliseconds(host.pid);
    await send(
      agent,
      `${host.origin}/history/everything/changes?limit=1000&from=2025-12-0${nth + 1}T00:00:00Z`,
    );
    costs.push(processorMilliseconds(host.pid) - started);
  }
  const residentBefore = resident();
  const answers: Sent[] = [];
  const end = performance.now() + loaded;
  let number = 1;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const sent = await send(agent, host.origin + addressOf((number += 1)));
        answers.push(sent);
        if (sent.status !== 200) await delay(1_000);
      }
    }),
  );
  const first = await quiet();
  await delay(settled);
  const memory = resident() / residentBefore;
  agent.destroy();
  await host.stop();
  const count = (status: number | null) => answers.filter((each) => each.status === status).length;
  const waited = median(answers.filter(({ status }) => status === 200).map((each) => each.milliseconds));
  return [
    drawTable({
      title: `${clients} clients with different history requests for ${loaded / 1_000} s`,
      headings: ['', 'measured', 'at most'],
      rows: [
        ['answered', figure(count(200)), '–'],
        ['median wait of these, ms', figure(waited), '–'],
        ['refused with 503', figure(count(503)), '–'],
        ['given up after 5 s', figure(count(null)), '–'],
        ['processor of 1,000 changes, ms', figure(median(costs)), `50 ${judge(median(costs), 'at most', 50)}`],
        ['first request after the load, ms', figure(first, 1), `100 ${judge(first, 'at most', 100)}`],
        ['the same over a quiet one', figure(first / median(before), 1), '–'],
        ['resident memory, after over before', figure(memory, 2), `1.3 ${judge(memory, 'at most', 1.3)}`],
      ],
    }),
  ];
}
