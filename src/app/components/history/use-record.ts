/** Whether the host has a history record of a deployment, and whose history pages show. */

import { keepsHistory, useDeploymentAt } from '#app/delivered/config.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { type HistoryFailure, useHistoryStates } from '#app/queries/history/history.ts';
import type { HistoryState } from '#contract/history.ts';

export interface HistoryRecordState {
  readonly state: HistoryState | null;
  readonly failure: HistoryFailure | null;
  /** Whether the host has responded, even without an entry for this deployment. */
  readonly isAnswered: boolean;
  /** Whether history can be requested. */
  readonly isThere: boolean;
  /** Whose history pages show. `session` only if the host does not record; `null` while that is unknown. */
  readonly source: 'host' | 'session' | null;
}

/** Failures of a host that does not record. After other failures it is requested again. */
const notRecording: ReadonlySet<HistoryFailure['kind']> = new Set(['no-host', 'off', 'paused']);

/** @param isFirst - whether to request the state at once, instead of after the verdict. */
export function useRecord(slug: string, isFirst = false): HistoryRecordState {
  const isKnown = useDeploymentAt(slug) !== undefined;
  const isRead = useSession(slug).lists.size > 0;
  const { value, failure } = useHistoryStates(isKnown && (isRead || isFirst) && keepsHistory);
  const state = value?.data.find(({ deployment }) => deployment === slug) ?? null;
  const isRecorded = state !== null && state.observe !== 'off' && state.since !== null;
  const isThere = isRecorded && state.reason !== 'locked' && state.reason !== 'off';
  const isOff = failure !== null && value === null && notRecording.has(failure.kind);
  const isAwaited = value === null ? !isOff : state !== null && state.recording && state.since === null;
  const source = isThere ? 'host' : keepsHistory && isAwaited ? null : 'session';
  return { state, failure, isAnswered: value !== null, isThere, source };
}
