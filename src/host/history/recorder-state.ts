/** How a record stands, and what is to be said of it on every page: what holds now before what was found as it was opened. */

import type { RecorderState } from './answers/context.ts';
import type { OpenRecord } from './record.ts';
import type { Recorder } from './recorder/recorder.ts';
import type { Opening } from './store.ts';

/** A file that is open, or is not and why. */
export interface RecordedIn {
  readonly record:
    | (Pick<OpenRecord, 'notice'> & { readonly recorder: Pick<Recorder, 'hindrance' | 'fullSince'> })
    | null;
  readonly hindered: Pick<Exclude<Opening, { kind: 'open' }>, 'kind'> | null;
  /** Epoch milliseconds. */
  readonly hinderedSince: number;
}

/** @param file - `null` where none is wanted. */
export function recorderStateOf(file: RecordedIn | null, retention: RecorderState['retention']): RecorderState {
  const { record, hindered } = file ?? {};
  if (file && hindered) {
    const notice = { kind: hindered.kind, since: file.hinderedSince, kept: null };
    return { recording: false, reason: hindered.kind, notice, retention };
  }
  if (!record) return { recording: false, reason: null, notice: null, retention };
  const { hindrance, fullSince } = record.recorder;
  const notice =
    fullSince === null ? record.notice : ({ kind: 'disk-full', since: fullSince, kept: null } as const);
  return { recording: hindrance === null, reason: hindrance, notice, retention };
}
