/** States why a history has nothing of a moment, as sentences. */

import type { HistoryState } from '#contract/history.ts';
import { formatDateTime } from '#domain/text/format.ts';

/** Returns why a deployment has no history; `null` if it has one. */
export function whyNoHistory({ observe, reason, since }: HistoryState): string | null {
  if (observe === 'off') return 'This deployment is not observed (observe: off), so it has no history.';
  // A host that follows another has its history, with the same reason.
  if (reason === 'locked' && since === null) return 'Another host records the history.';
  if (reason === 'newer') return 'The history file is from a newer version of Edgewatch.';
  return since === null ? 'This deployment has no history yet.' : null;
}

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
