/** The hot path of the host: responses from its cache, as fast as clients request them. */

import type { BareAnswer, BareOrigin } from '../service/bare-server.ts';
import type { LoadOrder, LoadResult } from '../service/load-client.ts';
import { type HelperProgram, processorMilliseconds, startHelper } from '../support/programs.ts';
import { median } from '../support/statistics.ts';
import { api, order, type Scene, statusPath } from './scene.ts';

const listPath = `${api}/v2/nodes`;

export interface HotRequest {
  readonly name: string;
  readonly path: string;
  readonly accept: string;
}

export const hotRequests: readonly HotRequest[] = [
  { name: 'cached list of 20 kB, identity', path: listPath, accept: 'identity' },
  { name: 'cached list of 20 kB, gzip', path: listPath, accept: 'gzip' },
  { name: 'status', path: statusPath, accept: 'identity' },
];

export interface Rates {
  /** Requests per second of the clock. */
  readonly clock: number;
  /** Requests per second of processor time of the server. NaN without /proc. */
  readonly processor: number;
}

type Server = Readonly<Record<'pid', number> & Record<'origin', string>>;

async function load(
  client: HelperProgram,
  { pid, origin }: Server,
  { path, accept }: HotRequest,
): Promise<Rates> {
  const before = processorMilliseconds(pid);
  const { requests, milliseconds } = await client.ask<LoadResult>({
    origin,
    path,
    connections: 32,
    milliseconds: 1_500,
    accept,
  } satisfies LoadOrder);
  return {
    clock: (1_000 * requests) / milliseconds,
    processor: (1_000 * requests) / (processorMilliseconds(pid) - before),
  };
}

/** Has the service send lists that live for an hour, and the host cache the response. */
async function cacheResponse(scene: Scene, { path, accept }: HotRequest): Promise<void> {
  await order(scene, 'well', 3600);
  const headers = { 'accept-encoding': accept };
  // The second response comes from the cache.
  await (await fetch(scene.host.origin + path, { headers })).arrayBuffer();
}

/** Measures the host once, after a load that is not measured. */
export async function measureRates(scene: Scene, request: HotRequest): Promise<Rates> {
  const client = startHelper(scene.place.programs, 'load-client');
  try {
    await cacheResponse(scene, request);
    await load(client, scene.host, request);
    return await load(client, scene.host, request);
  } finally {
    await client.stop();
  }
}

/** Starts a bare server that sends the response of the host. */
async function startBareServer(
  { place, host }: Scene,
  client: HelperProgram,
  { path, accept }: HotRequest,
): Promise<Server & HelperProgram> {
  const { shown } = await client.ask<LoadResult>({
    origin: host.origin,
    path,
    connections: 1,
    milliseconds: 1,
    accept,
    shows: true,
  } satisfies LoadOrder);
  if (!shown) throw new Error('The host did not show its response.');
  const own = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);
  const passed = shown.head
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const)
    .filter(([name]) => !own.has(name));
  const bareServer = startHelper(place.programs, 'bare-server');
  const { origin } = await bareServer.ask<BareOrigin>({
    headers: Object.fromEntries(passed),
    body: shown.body,
    encoding: 'base64',
  } satisfies BareAnswer);
  return { ...bareServer, origin };
}

export interface RatesOverBare extends Rates {
  /** Share of the rates of the bare server. */
  readonly share: Rates;
}

/** Measures the host by turns with a bare server that sends the same bytes. */
export async function compareWithBare(scene: Scene, request: HotRequest, runs: number): Promise<RatesOverBare> {
  const client = startHelper(scene.place.programs, 'load-client');
  try {
    await cacheResponse(scene, request);
    const bareServer = await startBareServer(scene, client, request);
    try {
      const turns: RatesOverBare[] = [];
      for (let run = 0; run <= runs; run += 1) {
        const bare = await load(client, bareServer, request);
        const ours = await load(client, scene.host, request);
        const share = { clock: ours.clock / bare.clock, processor: ours.processor / bare.processor };
        // The first turn only warms up both servers.
        if (run > 0) turns.push({ ...ours, share });
      }
      const of = (value: (turn: RatesOverBare) => number) => median(turns.map(value));
      return {
        clock: of(({ clock }) => clock),
        processor: of(({ processor }) => processor),
        share: { clock: of(({ share }) => share.clock), processor: of(({ share }) => share.processor) },
      };
    } finally {
      await bareServer.stop();
    }
  } finally {
    await client.stop();
  }
}
