/**
 * Tells whether the host has a history record of a deployment, and whether pages show that record or the log
 * of this browser session.
 */

import { keepsHistory, useDeploymentAt } from '#app/delivered/config.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { type HistoryFailure, useHistoryStates } from '#app/queries/history/history.ts';
import type { HistoryState } from '#contract/history.ts';
import { momentOf, presentSlug } from '#domain/history/past/slug-in-time.ts';

export interface HistoryRecordState {
  readonly state: HistoryState | null;
  readonly failure: HistoryFailure | null;
  /** Whether the host has responded, even if its response has no entry for this deployment. */
  readonly isAnswered: boolean;
  /** Whether the history of this deployment can be requested. */
  readonly isThere: boolean;
  /**
   * Whose history the pages show. `session`, the log of this browser session, only if the host does not
   * record; `null` while that is unknown.
   */
  readonly source: 'host' | 'session' | null;
}

/** Failures that mean that the host does not record. After any other failure, the host is requested again. */
const notRecording: ReadonlySet<HistoryFailure['kind']> = new Set(['no-host', 'off', 'paused']);

/**
 * Reads the state of the history record of a deployment.
 * @param isFirst - whether to request it at once and not only after the verdict.
 */
export function useRecord(slug: string, isFirst = false): HistoryRecordState {
  const isKnown = useDeploymentAt(slug) !== undefined;
  // A page of the past is not logged, so its log never has a list.
  const isRead = useSession(slug).lists.size > 0 || momentOf(slug) !== null;
  const { value, failure } = useHistoryStates(isKnown && (isRead || isFirst) && keepsHistory);
  const state = value?.data.find(({ deployment }) => deployment === presentSlug(slug)) ?? null;
  const isRecorded = state !== null && state.observe !== 'off' && state.since !== null;
  const isThere = isRecorded && state.reason !== 'off';
  const isOff = failure !== null && value === null && notRecording.has(failure.kind);
  const isAwaited = value === null ? !isOff : state !== null && state.recording && state.since === null;
  const source = isThere ? 'host' : keepsHistory && isAwaited ? null : 'session';
  return { state, failure, isAnswered: value !== null, isThere, source };
}
