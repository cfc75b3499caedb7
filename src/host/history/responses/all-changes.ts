/**
 * `/history/changes`: newest changes of all deployments that the viewer may see. Buckets, applications and
 * events are left out: hundreds that come and go would leave no room for an outage.
 */

import { type AllChanges, subjectKinds } from '#contract/history.ts';
import { byIdDescending, newestEntries } from './changes.ts';
import { stamp } from './context.ts';
import { countOf, parametersOf, windowOf } from './parameters.ts';
import type { HistoryRequest } from './windowed.ts';

const mostEntries = 200;
const defaultEntries = 50;

/**
 * Makes the response of `/history/changes`.
 * @param readable - deployments whose history record can be read.
 * @param unread - slugs of the other deployments.
 */
export async function allChangesResponse(
  readable: readonly Omit<HistoryRequest, 'search'>[],
  unread: readonly string[],
  search: string,
  now: number,
): Promise<AllChanges> {
  const parameters = parametersOf(search, ['from', 'to', 'limit']);
  const window = windowOf(parameters, now);
  const limit = countOf(parameters, 'limit', mostEntries, defaultEntries);
  const each = await Promise.all(
    readable.map(async (request) => {
      const ofKinds = subjectKinds.map((kind) =>
        newestEntries({ ...request, search }, { window, cursor: null, limit }, { kind, key: null }),
      );
      const newest = (await Promise.all(ofKinds)).flat();
      return newest.map((entry) => ({ deployment: request.deployment.slug, ...entry }));
    }),
  );
  // The newest entries of all are among the newest of each kind and deployment. The sort is stable: equal ids
  // keep the order of the deployments.
  const data = each.flat().toSorted(byIdDescending).slice(0, limit);
  return { from: stamp(window.from), to: stamp(window.to), data, unread };
}
