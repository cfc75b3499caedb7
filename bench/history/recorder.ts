/**
 * The cost of recording an unchanged service: CPU time of all threads of a host with and without a history
 * record, alternating. Linux only.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ObservedAnswer } from '../observer/observed-server.ts';
import { large } from '../observer/observer.ts';
import { processorMilliseconds, startHelper, startHost } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';

/** Milliseconds: warm-up in which every endpoint is polled, and duration of the measurement. */
const [warmUp, watched] = [20_000, 60_000];

/** Maximum cost of recording, per cent of a core. */
const goal = 1;

async function shareOf(
  { root, folder, programs }: Workplace,
  isRecorded: boolean,
  nth: number,
): Promise<number> {
  const server = startHelper(programs, 'observed-server');
  const { origin } = await server.ask<ObservedAnswer>(large);
  const place = join(folder, `recorder-${nth}-${isRecorded}`);
  mkdirSync(place, { recursive: true });
  const [config, data] = [join(place, 'config.json'), join(place, 'data')];
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: origin }];
  writeFileSync(config, JSON.stringify({ observe: 'all', deployments }));
  // A file instead of the data folder: the host polls everything but records nothing.
  if (!isRecorded) writeFileSync(data, '');
  const host = await startHost(root, ['--config', config, '--data', data]);
  await delay(warmUp);
  const before = processorMilliseconds(host.pid);
  await delay(watched);
  const share = ((processorMilliseconds(host.pid) - before) / watched) * 100;
  await host.stop();
  await server.stop();
  return share;
}

/** @param runs - number of hosts with and of hosts without a history record. At most three are started. */
export async function runRecorder(place: Workplace, runs: number): Promise<readonly string[]> {
  mkdirSync(place.folder, { recursive: true });
  const without: number[] = [];
  const recorded: number[] = [];
  for (let nth = 0; nth < Math.min(runs, 3); nth += 1) {
    without.push(await shareOf(place, false, nth));
    recorded.push(await shareOf(place, true, nth));
  }
  const listed = (shares: readonly number[]) => shares.map((share) => figure(share, 2)).join(', ');
  const cost = median(recorded) - median(without);
  return [
    drawTable({
      title: `Processor of a host that observes ${large.components} components, ${large.nodes} nodes and ${large.regions} regions for ${watched / 1_000} s`,
      headings: ['', '% of a core, each run', 'difference', 'at most'],
      rows: [
        ['not recorded', listed(without), '', ''],
        ['recorded', listed(recorded), figure(cost, 2), `${goal} ${judge(cost, 'at most', goal)}`],
      ],
    }),
  ];
}
