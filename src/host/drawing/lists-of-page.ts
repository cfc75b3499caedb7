/** Collects the lists for a server-rendered first screen: cached ones, and those that arrive in time. */

import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { CachedList, ListAtHand, ShownList } from '#domain/first-screen/first-screen.ts';
import { type CachedLists, secondsLeft } from '../gateway/cached-lists.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { within } from '../threads/within.ts';

/**
 * Returns whether to request a list for a page, which requests the list itself a moment later. A list of an
 * upstream is requested only if it was cacheable before: otherwise it would be requested twice.
 */
function shouldRequest(deployment: HostedDeployment, cached: ListAtHand | undefined): boolean {
  if (cached && secondsLeft(cached) > 0) return false;
  const isAbsent = cached?.list.body === null;
  return !isAbsent && (deployment.demo || cached !== undefined);
}

interface ListRequest {
  readonly path: EndpointPath;
  readonly region: string | undefined;
}

function isOf({ path, region }: CachedList, listRequest: ListRequest): boolean {
  return path === listRequest.path && region === listRequest.region;
}

/**
 * Requests the missing lists of a page, waits at most `milliseconds` for them, and returns the cached lists
 * of the deployment.
 */
export async function listsOfPage(
  deployment: HostedDeployment,
  shown: readonly ShownList[],
  cached: CachedLists,
  milliseconds: number,
): Promise<readonly ListAtHand[]> {
  const region = shown.find((list) => list.region !== undefined)?.region;
  const known = cached.of(deployment.slug, region);
  const due = shown
    .flatMap((list) =>
      pathsOf(list.resource)
        .slice(0, 1)
        .map((path) => ({ path, region: list.region })),
    )
    .filter((listRequest) =>
      shouldRequest(
        deployment,
        known.find(({ list }) => isOf(list, listRequest)),
      ),
    );
  const requests = Promise.all(due.map((listRequest) => requestList(deployment, listRequest)));
  if (due.length > 0) await within(requests, milliseconds, null);
  return cached.of(deployment.slug, region);
}

/** Requests a list like a page does. The response is cached on its way (cached-lists.ts). */
async function requestList(deployment: HostedDeployment, { path, region }: ListRequest): Promise<void> {
  const search = region === undefined ? '' : `?region=${region}`;
  try {
    const response = await deployment.answer(new Request(`http://localhost${path}${search}`), path);
    await response.body?.cancel();
  } catch {
    // The page requests it itself and reports the failure.
  }
}
