/**
 * Computes the state of recording for the notice on every page. A current problem comes before one that was
 * found when the file was opened.
 */

import type { HistoryNotice } from '#contract/history.ts';
import type { OpenRecord } from '../history-store.ts';
import type { RecorderState } from '../responses/context.ts';
import type { Recorder } from './recorder.ts';

export interface RecordedIn {
  readonly record:
    | (Pick<OpenRecord, 'notice'> & { readonly recorder: Pick<Recorder, 'hindrance' | 'fullSince'> })
    | null;
  readonly failedOpening: { readonly kind: Exclude<HistoryNotice['kind'], 'damaged'> } | null;
  /** Whether responses are about a record that another host writes. */
  readonly isFollowing?: boolean;
  /** When opening the file first failed, in epoch milliseconds. Only valid with `failedOpening`. */
  readonly failedSince: number;
}

/**
 * Computes the state of recording of several records that hosts share. One that another host records counts as
 * recorded.
 */
export function sharedStateOf(
  records: Iterable<RecordedIn>,
  retention: RecorderState['retention'],
): Pick<RecorderState, 'recording' | 'reason'> {
  const states = [...records].map((each) => recorderStateOf(each, retention));
  const idle = states.find(({ recording, reason }) => !recording && reason !== 'locked');
  return { recording: !idle, reason: idle?.reason ?? null };
}

/** Computes the state of recording. @param file - `null` if nothing is recorded. */
export function recorderStateOf(file: RecordedIn | null, retention: RecorderState['retention']): RecorderState {
  const { record, failedOpening } = file ?? {};
  if (file?.isFollowing)
    return { recording: false, reason: 'locked', notice: null, isFollowing: true, retention };
  if (file && failedOpening) {
    const notice = { kind: failedOpening.kind, since: file.failedSince, kept: null };
    return { recording: false, reason: failedOpening.kind, notice, retention };
  }
  if (!record) return { recording: false, reason: null, notice: null, retention };
  const { hindrance, fullSince } = record.recorder;
  const notice =
    fullSince === null ? record.notice : ({ kind: 'disk-full', since: fullSince, kept: null } as const);
  return { recording: hindrance === null, reason: hindrance, notice, retention };
}
