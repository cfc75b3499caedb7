/** A record in memory: the recorder itself, and its store only where something is asked of that. */

import Database from 'libsql';
import type {
  AnswerContext,
  Answering,
  RecordedDeployment,
  RecorderState,
} from '#host/history/answers/context.ts';
import { Present } from '#host/history/present.ts';
import type { Reading } from '#host/history/reading.ts';
import { Recorder } from '#host/history/recorder/recorder.ts';
import type { Row } from '#host/history/rows.ts';
import { SpanTable } from '#host/history/spans/span-table.ts';
import { LibsqlStore } from '#host/history/store/libsql-store.ts';
import { statementsSince } from '#host/history/store/tables.ts';
import type { HistoryStore } from '#host/history/store.ts';

function storeInMemory(): HistoryStore {
  const database = new Database(':memory:');
  for (const statement of statementsSince(0)) database.exec(statement);
  return new LibsqlStore(
    database,
    () => undefined,
    () => database.close(),
  );
}

/** Rows as the store returns them: of each interval of coverage the last version. */
function rewritten(rows: readonly Row[]): readonly Row[] {
  const keyOf = (row: Row) => row.table === 'sight' && `${row.endpoint} ${row.from} ${row.outcome}`;
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  return rows.filter((row) => row.table !== 'sight' || last.get(keyOf(row)) === row);
}

/** Questions to a record that takes in what it was told before it answers. */
export interface AnsweringInMemory extends Answering {
  readonly settled: () => Promise<unknown>;
}

export class RecordInMemory {
  known = new Present();
  table = new SpanTable();
  #recorder: Recorder;
  readonly #rows: Row[] = [];
  /** Of {@link #rows}, how many the store has. */
  #stored = 0;
  #opened: HistoryStore | null = null;
  /** Ends with all that it was told. */
  #turn: Promise<unknown>;
  #latest = Number.NEGATIVE_INFINITY;

  constructor() {
    this.known.loaded();
    this.#recorder = this.#begun(0);
    this.#turn = this.#recorder.begin();
  }

  #begun(startedAt: number): Recorder {
    const write = async (rows: readonly Row[]) => void this.#rows.push(...rows);
    const store = { write } as Pick<HistoryStore, 'write'> as HistoryStore;
    return new Recorder({ store, present: this.known, spans: this.table, version: '1' }, startedAt);
  }

  #then(work: () => Promise<unknown> | undefined): void {
    this.#turn = this.#turn.then(work);
  }

  settled(): Promise<unknown> {
    return this.#turn;
  }

  /** One look; of several endpoints in any order. */
  read(reading: Reading): void {
    const now = Math.max(reading.at, this.#latest);
    this.#latest = now;
    this.#then(() => this.#recorder.take(reading, now));
  }

  /** A time in which the machine slept. */
  sleep(from: number, to: number): void {
    this.#then(() => this.#recorder.tick({ wall: from, boot: from, steady: from }));
    this.#then(() => this.#recorder.tick({ wall: to, boot: to, steady: from }));
  }

  /** Rows as they might have been written. */
  write(rows: readonly Row[]): void {
    this.#then(async () => {
      this.#rows.push(...rows);
      for (const row of rows) this.#remember(row);
    });
  }

  /** A regular end, and a host that finds what is written. */
  restart(at: number): void {
    this.#then(async () => {
      await this.#recorder.end(at);
      [this.known, this.table] = [new Present(), new SpanTable()];
      for (const row of rewritten(this.#rows)) this.#remember(row);
      this.known.loaded();
      this.#recorder = this.#begun(at);
      await this.#recorder.begin();
    });
  }

  #remember(row: Row): void {
    this.known.note(row);
    if (row.table === 'span') this.table.note(row);
  }

  /** With all that was written so far. */
  #store(): HistoryStore {
    const store = this.#opened ?? storeInMemory();
    this.#opened = store;
    const rows = this.#rows.slice(this.#stored);
    this.#stored = this.#rows.length;
    // Done at once: what waits is the caller.
    void store.write(rows);
    return store;
  }

  context(
    deployments: readonly RecordedDeployment[],
    now: number,
    recorder: Partial<RecorderState> = {},
  ): AnsweringInMemory {
    // Most answers ask nothing of it.
    const store = new Proxy({} as HistoryStore, {
      get: (_, name) => {
        const opened = this.#store();
        const method: unknown = Reflect.get(opened, name);
        return typeof method === 'function' ? method.bind(opened) : method;
      },
    });
    const of = (): AnswerContext => ({
      recorder: {
        recording: true,
        reason: null,
        notice: null,
        retention: { rawDays: 14, hourDays: 400, spanDays: 400 },
        ...recorder,
      },
      known: this.known,
      spans: this.table,
      store,
      now,
    });
    return { deployments, of, settled: () => this.settled() };
  }
}
