/** States why a history has nothing of a moment, as sentences. */

import type { HistoryState } from '#contract/history.ts';
import { formatDateTime } from '#domain/text/format.ts';
import { whyNoHistory } from './why-no-history.ts';

/**
 * Returns why nothing of an endpoint is known of a past moment.
 * @param state - of the deployment's history; `null` if the host states none.
 * @param path - documented path of the endpoint, possibly with parameters.
 */
export function whyUnknown(state: HistoryState | null, path: string, moment: number): string {
  if (state === null) return 'This host has no history of this deployment.';
  const none = whyNoHistory(state);
  if (none !== null) return none;
  const since = Date.parse(state.since ?? '');
  if (moment < since) return `The history of this deployment begins on ${formatDateTime(since)} UTC.`;
  const [endpoint = ''] = path.split('?');
  if (state.observe === 'status' && !endpoint.endsWith('/status'))
    return 'Only the status of this deployment is observed (observe: status).';
  if (!state.endpoints.includes(endpoint)) return `This host does not record ${endpoint}.`;
  return `The history has no response of ${endpoint} up to this moment.`;
}
