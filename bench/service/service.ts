/**
 * Measures the reference service (`src/service`): throughput of lists compared with a bare server, and the
 * cost of a large table.
 */

import { type HelperProgram, startHelper, startHost, usageOf } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';
import type { BareAnswer, BareOrigin } from './bare-server.ts';
import type { ListTimes, ListTimesOrder } from './list-times.ts';
import type { LoadOrder, LoadResult } from './load-client.ts';

const path = '/api/v2/buckets';
const connections = 32;
const roundMilliseconds = 1_500;
const warmUpMilliseconds = 1_000;
const leastShare = 0.7;
/** Minimum busy share of a server. Below it the server waited, and its throughput is not judged. */
const leastBusy = 0.9;
const mostTimesSlower = 2;
const answersTimed = 400;

interface Round extends LoadResult {
  readonly perSecond: number;
  /** CPU microseconds of the server per request. `null` without /proc. */
  readonly cpuMicroseconds: number | null;
  /** Share of the round in which the server was busy, from 0 to 1. `null` without /proc. */
  readonly busy: number | null;
}

interface Server {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
}

/**
 * Reads the response that the bare server shall repeat: body and headers of the host, without the headers
 * that Node adds itself.
 */
async function answerOf(origin: string): Promise<BareAnswer> {
  const response = await fetch(origin + path);
  if (response.status !== 200) throw new Error(`The host answers ${path} with ${response.status}.`);
  const own = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.has(name)));
  return { headers, body: await response.text() };
}

async function runRound(client: HelperProgram, server: Server, milliseconds: number): Promise<Round> {
  const before = usageOf(server.pid);
  const result = await client.ask<LoadResult>({
    origin: server.origin,
    path,
    connections,
    milliseconds,
  } satisfies LoadOrder);
  const after = usageOf(server.pid);
  const cpu = before && after ? after.cpuMilliseconds - before.cpuMilliseconds : null;
  return {
    ...result,
    perSecond: (result.requests * 1000) / result.milliseconds,
    cpuMicroseconds: cpu === null ? null : (cpu * 1000) / result.requests,
    busy: cpu === null ? null : cpu / result.milliseconds,
  };
}

async function serving(place: Workplace, runs: number): Promise<string> {
  const host = await startHost(place.root);
  const bareServer = startHelper(place.programs, 'bare-server');
  const client = startHelper(place.programs, 'load-client');
  try {
    const answer = await answerOf(host.origin);
    const { origin } = await bareServer.ask<BareOrigin>(answer);
    const bare: Server = { name: 'bare node:http', origin, pid: bareServer.pid };
    const ours: Server = { name: 'Edgewatch', origin: host.origin, pid: host.pid };
    const servers = [bare, ours];
    const rounds = new Map<Server, Round[]>(servers.map((server) => [server, []]));
    for (const server of servers) await runRound(client, server, warmUpMilliseconds);
    for (let round = 0; round < runs; round += 1)
      for (const server of servers) rounds.get(server)?.push(await runRound(client, server, roundMilliseconds));
    const of = (server: Server, value: (round: Round) => number | null) =>
      median((rounds.get(server) ?? []).map((round) => value(round) ?? Number.NaN));
    const row = (server: Server) => [
      server.name,
      figure(of(server, ({ perSecond }) => perSecond)),
      figure(of(server, ({ cpuMicroseconds }) => cpuMicroseconds)),
      figure(
        of(server, ({ p50 }) => p50),
        2,
      ),
      figure(
        of(server, ({ p99 }) => p99),
        2,
      ),
      figure(100 * of(server, ({ busy }) => busy)),
      figure(100 * of(server, ({ cpuMilliseconds, milliseconds }) => cpuMilliseconds / milliseconds)),
    ];
    const perSecond = (server: Server) => of(server, (round) => round.perSecond);
    const share = perSecond(ours) / perSecond(bare);
    const cpuShare = of(bare, (round) => round.cpuMicroseconds) / of(ours, (round) => round.cpuMicroseconds);
    const idle = servers.some((server) => of(server, ({ busy }) => busy) < leastBusy);
    const verdict = idle
      ? 'not judged, for a server was waiting for the processor or the client'
      : judge(share, 'at least', leastShare);
    const kilobytes = Buffer.byteLength(answer.body) / 1000;
    return drawTable({
      title: `GET ${path}, ${figure(kilobytes, 1)} kB, ${connections} connections (median of ${runs} rounds)`,
      headings: ['server', 'requests/s', 'CPU µs each', 'p50 ms', 'p99 ms', 'server busy %', 'client busy %'],
      rows: servers.map(row),
      notes: [
        `requests/s, ours of bare: ${figure(share, 2)}; goal ≥ ${leastShare}: ${verdict}`,
        `the same by CPU time, which other work does not distort: ${figure(cpuShare, 2)}; ${judge(cpuShare, 'at least', leastShare)}`,
      ],
    });
  } finally {
    await Promise.all([host.stop(), bareServer.stop(), client.stop()]);
  }
}

async function tableSizes(place: Workplace): Promise<string> {
  const helper = startHelper(place.programs, 'list-times');
  try {
    const sizes = [1_000, 1_000_000];
    const { loads, times } = await helper.ask<ListTimes>({
      sizes,
      questions: ['limit=1000', 'limit=100&region=fra1'],
      answers: answersTimed,
    } satisfies ListTimesOrder);
    return drawTable({
      title: `Lists by size of the table: µs of an answer made anew (median of ${answersTimed})`,
      headings: [
        'question',
        ...sizes.map((size) => `${figure(size)} buckets`),
        'ratio',
        `goal ≤ ${mostTimesSlower}`,
      ],
      rows: times.map(({ question, microseconds }) => {
        const [small = Number.NaN, large = Number.NaN] = microseconds;
        const ratio = large / small;
        return [
          `?${question}`,
          figure(small),
          figure(large),
          figure(ratio, 2),
          judge(ratio, 'at most', mostTimesSlower),
        ];
      }),
      notes: loads.map(
        ({ buckets, milliseconds }) =>
          `${figure(buckets)} buckets were written in ${figure(milliseconds / 1000, 1)} s`,
      ),
    });
  } finally {
    await helper.stop();
  }
}

export async function runService(place: Workplace, runs: number): Promise<readonly string[]> {
  return [await serving(place, runs), await tableSizes(place)];
}
