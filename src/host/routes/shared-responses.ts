/**
 * Lets shared caches in front of the host serve a response to all viewers for 2 s (`sharedCache`,
 * docs/operate/cdn.md). Browsers never reuse such a response.
 */

import { isAbsentStatus } from '#contract/failure.ts';
import type { Resource } from '#contract/resources.ts';
import { encodingFor } from '../http/compression.ts';

/** Maximum seconds for which a shared cache serves one response. */
export const sharedSeconds = 2;

/**
 * Returns the `Cache-Control` of a shared response.
 * @param secondsLeft - of the response's own lifetime. A started second counts, because with 0 every viewer's
 * request would reach the host.
 */
export function sharedControl(secondsLeft: number = sharedSeconds): string {
  return `public, max-age=0, s-maxage=${Math.min(sharedSeconds, Math.max(1, Math.ceil(secondsLeft)))}`;
}

/**
 * Changes the headers of a deployment's response, so that shared caches may serve it. Lists stay as the service sent
 * them.
 * @param pollSeconds - poll period of the deployment: the lifetime of its status.
 */
export function shareResponse(response: Response, resource: Resource, pollSeconds: number): void {
  if (response.status !== 200) shareFailure(response);
  else if (resource === 'status') shareStatus(response, pollSeconds);
}

/**
 * Shares the absence of an endpoint, and failures of the service for 1 s: pages retry after 1 s. A `Retry-After` is
 * counted down, so it is not shared. Refusals depend on the request.
 */
function shareFailure({ status, headers }: Response): void {
  const isAbsent = isAbsentStatus(status);
  if (!isAbsent && (status < 500 || headers.has('retry-after'))) return;
  headers.set('cache-control', sharedControl(isAbsent ? sharedSeconds : 1));
  // `Accept` decides about the status of an absence, and between a failure and the last good list.
  headers.set('vary', 'accept');
}

function shareStatus({ headers }: Response, pollSeconds: number): void {
  const age = Number(headers.get('age') ?? 0);
  headers.set('cache-control', sharedControl(pollSeconds - age));
  // Caches subtract `Age`, and the time since `Date`, from `s-maxage`. The page counts from `Edgewatch-Age` and
  // `Edgewatch-Served` instead.
  headers.delete('age');
  headers.set('edgewatch-date', headers.get('date') ?? new Date().toUTCString());
  headers.delete('date');
  headers.delete('expires');
  const length = Number(headers.get('edgewatch-length') ?? headers.get('content-length') ?? Number.NaN);
  // A short response has one representation. An unknown length counts as long.
  if (encodingFor('gzip', length) === null) headers.delete('vary');
  else headers.set('vary', 'accept-encoding');
}
