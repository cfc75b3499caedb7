/** The host in front of a service that does as it is told, and the programs that send it requests. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HelperProgram, type ListeningProgram, startHelper, startHost } from '../support/programs.ts';
import type { Workplace } from '../support/workplace.ts';
import type { ListMode, UpstreamAnswer, UpstreamOrder } from './upstream-server.ts';
import type { ViewersOrder, ViewersResult } from './viewers-client.ts';

export const api = '/deployments/it/api';
export const statusPath = `${api}/v2/status`;

export interface Scene {
  readonly place: Workplace;
  readonly host: ListeningProgram;
  readonly upstream: HelperProgram;
  readonly viewers: HelperProgram;
  readonly crowd: HelperProgram;
}

export function order(
  { upstream }: Pick<Scene, 'upstream'>,
  lists: ListMode,
  lifetime = 60,
): Promise<UpstreamAnswer> {
  return upstream.ask<UpstreamAnswer>({ lists, lifetime } satisfies UpstreamOrder);
}

export function watch(
  { viewers, host }: Scene,
  watching: Omit<ViewersOrder, 'origin'>,
): Promise<ViewersResult> {
  return viewers.ask<ViewersResult>({ origin: host.origin, ...watching } satisfies ViewersOrder);
}

/** @param root - folder of the build to start. */
export async function startScene(place: Workplace, root: string): Promise<Scene> {
  const upstream = startHelper(place.programs, 'upstream-server');
  const { origin } = await order({ upstream }, 'well');
  const config = join(place.folder, `gateway-${upstream.pid}.jsonc`);
  writeFileSync(config, JSON.stringify({ deployments: [{ slug: 'it', baseUrl: origin, budget: 60_000 }] }));
  return {
    place,
    host: await startHost(root, ['--config', config]),
    upstream,
    viewers: startHelper(place.programs, 'viewers-client'),
    crowd: startHelper(place.programs, 'crowd-client'),
  };
}

export async function stopScene({ host, upstream, viewers, crowd }: Scene): Promise<void> {
  await Promise.all([host.stop(), upstream.stop(), viewers.stop(), crowd.stop()]);
}
