/** How viewers are served while the service is slow or broken, and among many viewers or hostile clients. */

import { setTimeout as delay } from 'node:timers/promises';
import type { CrowdOrder, CrowdResult } from './crowd-client.ts';
import { api, order, type Scene, statusPath, watch } from './scene.ts';
import type { ListMode } from './upstream-server.ts';
import type { ViewersResult } from './viewers-client.ts';

let limit = 1_000;

/** Four list addresses that no earlier run has requested, so that no cache holds a response. */
export function newLists(): readonly string[] {
  limit += 1;
  return ['/v2/nodes', '/v2/buckets', '/v1/nodes', '/v1/events'].map((path) => `${api}${path}?limit=${limit}`);
}

/** Twenty viewers request the status fifty times a second each, for 3 s. */
export function statusViewers(scene: Scene): Promise<ViewersResult> {
  return watch(scene, { paths: [statusPath], viewers: 20, every: 20, milliseconds: 3_000 });
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

export async function statusViewersWhile(scene: Scene, lists: ListMode): Promise<ViewersResult> {
  await order(scene, lists);
  const stop = requestLists(scene);
  await delay(500);
  const result = await statusViewers(scene);
  await stop();
  return result;
}

/** A thousand viewers send one request per second each, for status or one of four lists. */
export async function thousandViewers(scene: Scene): Promise<ViewersResult> {
  await order(scene, 'well');
  const paths = [statusPath, ...newLists()];
  return watch(scene, { paths, viewers: 1_000, every: 1_000, milliseconds: 10_000 });
}

/** Twenty viewers of the status while 2,000 connections have sent half of their headers. */
export async function statusViewersBeside(
  scene: Scene,
  addresses: number,
): Promise<ViewersResult & CrowdResult> {
  await order(scene, 'well');
  const { crowd, host } = scene;
  const bytes = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n';
  const connect = (connections: number) =>
    crowd.ask<CrowdResult>({ origin: host.origin, connections, bytes, addresses } satisfies CrowdOrder);
  const { held } = await connect(2_000);
  const result = await statusViewers(scene);
  await connect(0);
  return { ...result, held };
}
