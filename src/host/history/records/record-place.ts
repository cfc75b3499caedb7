/** What the places of history records have in common: a file, or the record of one deployment in a database. */

import type { Retention } from '#contract/history.ts';
import type { WordOverrides } from '#domain/severity/classify.ts';
import type { OpenRecord, ReadableRecord } from '../history-store.ts';
import type { RecordedIn } from '../recorder/recorder-state.ts';
import type { EndpointRow } from '../rows.ts';

export interface RecordPlace extends RecordedIn {
  /** `null` while the record is not open. */
  readonly record: OpenRecord | null;
  /** The record that responses are about: `record`, or one that another host writes. */
  readonly readable: ReadableRecord | null;
  /** Resolves once opening was tried. */
  readonly ready: Promise<void>;
  /** Runs work on the record, if it is open. */
  use(work: (record: OpenRecord) => Promise<void>): Promise<void>;
}

/** The settings of the host that count for recording. */
export interface RecordingSettings {
  /** Severity by status word, by slug. */
  readonly words: ReadonlyMap<string, WordOverrides>;
  readonly retention: Retention;
  readonly isObserved: (endpoint: EndpointRow) => boolean;
}

export interface RecordingHost {
  readonly version: string;
  /** Returns the present settings. */
  settings(): RecordingSettings;
  report(line: string): void;
  /** Called when a record was opened or closed. */
  changed(): void;
  /** Ends the thread, for an error that leaves the state of memory unknown. */
  breakDown(cause: unknown): void;
}

/** Applies the present settings to an open record. @throws StoreFailure */
export async function applySettings({ recorder }: OpenRecord, host: RecordingHost): Promise<void> {
  const { words, isObserved } = host.settings();
  recorder.words = words;
  recorder.report = (line) => host.report(line);
  await recorder.leave(isObserved, Date.now());
}

const tidySteps = 20;

/**
 * Applies retention to an open record, at most {@link tidySteps} steps.
 * @returns whether there is more to do.
 * @throws StoreFailure
 */
export async function tidyRecord(
  { recorder }: OpenRecord,
  retention: Retention,
  now: number,
): Promise<boolean> {
  // oxlint-disable-next-line no-await-in-loop -- polls are recorded between two steps
  for (let step = 0; step < tidySteps; step += 1) if (!(await recorder.tidy(retention, now))) return false;
  return true;
}
