/** A history file and its recorder. If the file cannot be opened, opening is retried until it succeeds. */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type OpenHistory, openHistory, type Past } from '../history-store.ts';
import type { Row } from '../rows.ts';
import { isDiskFull, type Opening } from '../store/store.ts';
import { listenIn } from '../upkeep/socket.ts';
import { applySettings, type RecordingHost, type RecordPlace, tidyRecord } from './record-place.ts';

/** Milliseconds between two attempts to open a history file, for example while it is locked or read-only. */
const openPause = 30_000;

/** Milliseconds before the first retry. It is short, because the previous host may be about to end. */
const firstPause = 2_000;

/** Milliseconds between two runs of retention. */
const tidyPause = 60_000;

/**
 * Maximum milliseconds since the last poll of a demo's record for the record to be continued. Otherwise its
 * past is generated again.
 */
const oldestDemo = 15 * 60_000;

/** Ends the generation of a past because the host stops. */
class Stopped extends Error {}

export class RecordFile implements RecordPlace {
  readonly #file: string;
  readonly #writtenBy: string;
  readonly #host: RecordingHost;
  readonly #past: Past | undefined;
  #stopListening: () => void = () => undefined;
  record: OpenHistory | null = null;
  failedOpening: Exclude<Opening, { kind: 'open' }> | null = null;
  failedSince = 0;
  #opening: Promise<void>;
  #retry: NodeJS.Timeout | undefined;
  #tidiedAt = 0;
  #isClosing = false;

  /**
   * Starts to open the file.
   * @param writtenBy - version that the file records for each run of this host.
   * @param past - generates the rows of an empty file; only the demo has it.
   */
  constructor(file: string, writtenBy: string, host: RecordingHost, past?: Past) {
    this.#file = file;
    this.#writtenBy = writtenBy;
    this.#host = host;
    this.#past = past && (() => this.#untilClosing(past));
    this.#opening = this.#openUnlessStopped();
  }

  get readable(): OpenHistory | null {
    return this.record;
  }

  get ready(): Promise<void> {
    return this.#opening;
  }

  async use(work: (record: OpenHistory) => Promise<void>): Promise<void> {
    if (this.record) await work(this.record);
  }

  *#untilClosing(past: Past): Generator<readonly Row[]> {
    for (const rows of past()) {
      if (this.#isClosing) throw new Stopped();
      yield rows;
    }
  }

  #remove(): void {
    for (const end of ['', '-wal', '.sum', '.mark']) rmSync(this.#file + end, { force: true });
  }

  async #openUnlessStopped(): Promise<void> {
    try {
      await this.#open();
    } catch (cause) {
      if (!(cause instanceof Stopped)) throw cause;
      // A part of a past must not count as a record.
      this.#remove();
    }
  }

  async #open(): Promise<void> {
    let opened = await openHistory(this.#file, this.#writtenBy, this.#past);
    if (this.#past && this.#isOfAnother(opened)) {
      if (opened.kind === 'open') await opened.store.close();
      this.#remove();
      opened = await openHistory(this.#file, this.#writtenBy, this.#past);
    }
    if (opened.kind === 'open') {
      [this.record, this.failedOpening] = [opened, null];
      await applySettings(opened, this.#host);
      // `edgewatch history` does not work on the demo's file.
      const report = (line: string) => this.#host.report(line);
      if (!this.#past) this.#stopListening = listenIn(dirname(this.#file), opened.store, report);
    } else {
      const pause = this.failedOpening ? openPause : firstPause;
      if (opened.kind === 'newer' && this.failedOpening?.kind !== 'newer')
        this.#host.report(`The history is not recorded: ${opened.why}`);
      if (!this.failedOpening) this.failedSince = Date.now();
      this.failedOpening = opened;
      this.#retry = setTimeout(() => {
        this.#opening = this.#openUnlessStopped();
        this.#opening.then(
          () => this.#host.changed(),
          (cause: unknown) => this.#host.breakDown(cause),
        );
      }, pause);
    }
  }

  /**
   * Whether the demo's record is of an earlier time, another fleet or another build, and must be generated
   * again.
   */
  #isOfAnother(opened: OpenHistory | Exclude<Opening, { kind: 'open' }>): boolean {
    if (opened.kind !== 'open') return opened.kind === 'newer';
    const { lastAt, runs } = opened.present;
    return lastAt < Date.now() - oldestDemo || runs[0]?.version !== this.#writtenBy;
  }

  async tidy(now: number): Promise<void> {
    if (!this.record || now - this.#tidiedAt < tidyPause) return;
    this.#tidiedAt = now;
    try {
      await tidyRecord(this.record, this.#host.settings().retention, now);
    } catch (cause) {
      // Retention writes too. It is retried at the next run.
      if (!isDiskFull(cause)) throw cause;
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#retry);
    await this.#opening;
    if (!this.record) return;
    // The next process that opens the file opens a socket of its own.
    this.#stopListening();
    await this.record.recorder.end(Date.now());
    await this.record.store.close();
  }
}
