/** Opens a history record: its store, its copy in memory, and its recorder. */

import { setImmediate } from 'node:timers/promises';
import { emptyMemory, type Remembered, rememberRow } from './memory/remembered.ts';
import { type InterruptedRun, Recorder } from './recorder/recorder.ts';
import type { Row } from './rows.ts';
import { openStore } from './store/sqlite/open-store.ts';
import { type HistoryFile, type HistoryStore, isDiskFull, type Opening } from './store/store.ts';

/** A record that can be read: its store, and its copy in memory. */
export interface ReadableRecord extends Remembered {
  readonly store: HistoryStore;
}

export interface OpenRecord extends ReadableRecord {
  readonly recorder: Recorder;
  readonly notice: Extract<Opening, { kind: 'open' }>['notice'];
}

export interface OpenHistory extends OpenRecord {
  readonly kind: 'open';
  readonly store: HistoryFile;
}

export type Past = () => Iterable<readonly Row[]>;

/**
 * Opens a history file, loads it into memory and starts its recorder.
 * @param past - generates the rows of an empty file.
 * @throws StoreFailure if the file turns out to be broken.
 */
export async function openHistory(
  file: string,
  version: string,
  past?: Past,
): Promise<OpenHistory | Exclude<Opening, { kind: 'open' }>> {
  const opening = await openStore(file);
  if (opening.kind !== 'open') return opening;
  const { store, notice } = opening;
  try {
    return { kind: 'open', ...(await startRecording(store, { version, past })), store, notice };
  } catch (cause) {
    // Closing writes too, so it may fail on a full disk.
    await store.close().catch(() => undefined);
    if (!isDiskFull(cause)) throw cause;
    return { kind: 'disk-full', why: String(cause) };
  }
}

/** Loads a history file into memory. @throws StoreFailure if the file is broken. */
export async function recall(store: Pick<HistoryStore, 'load'>): Promise<Remembered> {
  const remembered = emptyMemory();
  await store.load(
    (row) => rememberRow(remembered, row),
    (all) => {
      remembered.present.noteSpans(all);
      remembered.spans.noteAll(all);
    },
  );
  remembered.present.loaded();
  return remembered;
}

/**
 * Loads a record into memory and starts its recorder.
 * @param interrupted - the run that goes on, if the store did not respond for a time.
 * @throws StoreFailure if the store cannot be used.
 */
export async function startRecording(
  store: HistoryStore,
  {
    version,
    past,
    interrupted = null,
  }: {
    readonly version: string;
    readonly past?: Past | undefined;
    readonly interrupted?: InterruptedRun | null;
  },
): Promise<OpenRecord> {
  const remembered = await recall(store);
  if (past && remembered.present.runs.length === 0)
    for (const rows of past()) {
      await store.write(rows);
      for (const row of rows) rememberRow(remembered, row);
      // The thread receives messages meanwhile, so that the host can stop it.
      await setImmediate();
    }
  const { present, spans } = remembered;
  const recorder = new Recorder({ store, present, spans, version, interrupted }, Date.now());
  await recorder.begin();
  return { store, ...remembered, recorder, notice: null };
}
