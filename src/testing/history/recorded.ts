/**
 * Test helper: a history record in memory. It runs the real recorder, and opens a store only when a test
 * reads from it.
 */

import Database from 'libsql';
import { Present } from '#host/history/memory/present.ts';
import type { Reading } from '#host/history/reading.ts';
import { Recorder } from '#host/history/recorder/recorder.ts';
import type {
  RecordedDeployment,
  RecorderState,
  ResponseContext,
  ResponseContexts,
} from '#host/history/responses/context.ts';
import type { Row } from '#host/history/rows.ts';
import { SpanTable } from '#host/history/spans/span-table.ts';
import { LibsqlStore } from '#host/history/store/sqlite/libsql-store.ts';
import { statementsSince } from '#host/history/store/sqlite/sqlite.ts';
import type { HistoryStore } from '#host/history/store/store.ts';

function storeInMemory(): HistoryStore {
  const database = new Database(':memory:');
  for (const statement of statementsSince(0)) database.exec(statement);
  return new LibsqlStore(
    database,
    () => undefined,
    () => database.close(),
  );
}

/**
 * Leaves out earlier versions of each coverage interval, as the store does when it rewrites the interval.
 */
function rewritten(rows: readonly Row[]): readonly Row[] {
  const keyOf = (row: Row) => row.table === 'sight' && `${row.endpoint} ${row.from} ${row.outcome}`;
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  return rows.filter((row) => row.table !== 'sight' || last.get(keyOf(row)) === row);
}

/** Answers history requests. The responses include all readings that were recorded before the request. */
export interface AnsweringInMemory extends ResponseContexts {
  readonly settled: () => Promise<unknown>;
}

export class RecordInMemory {
  known = new Present();
  table = new SpanTable();
  #recorder: Recorder;
  readonly #rows: Row[] = [];
  #stored = 0;
  #opened: HistoryStore | null = null;
  #pending: Promise<unknown>;
  #latest = Number.NEGATIVE_INFINITY;

  constructor() {
    this.known.loaded();
    this.#recorder = this.#createRecorder(0);
    this.#pending = this.#recorder.begin();
  }

  #createRecorder(startedAt: number): Recorder {
    const write = async (rows: readonly Row[]) => void this.#rows.push(...rows);
    const store = { write } as Pick<HistoryStore, 'write'> as HistoryStore;
    return new Recorder({ store, present: this.known, spans: this.table, version: '1' }, startedAt);
  }

  #enqueue(work: () => Promise<unknown> | undefined): void {
    this.#pending = this.#pending.then(work);
  }

  settled(): Promise<unknown> {
    return this.#pending;
  }

  /** Records one poll. Polls of different endpoints may come in any order. */
  read(reading: Reading): void {
    const now = Math.max(reading.at, this.#latest);
    this.#latest = now;
    this.#enqueue(() => this.#recorder.take(reading, now));
  }

  sleep(from: number, to: number): void {
    this.#enqueue(() => this.#recorder.tick({ wall: from, boot: from, steady: from }));
    this.#enqueue(() => this.#recorder.tick({ wall: to, boot: to, steady: from }));
  }

  /** Adds rows directly, as if the recorder had written them. */
  write(rows: readonly Row[]): void {
    this.#enqueue(async () => {
      this.#rows.push(...rows);
      for (const row of rows) this.#remember(row);
    });
  }

  restart(at: number): void {
    this.#enqueue(async () => {
      await this.#recorder.end(at);
      [this.known, this.table] = [new Present(), new SpanTable()];
      for (const row of rewritten(this.#rows)) this.#remember(row);
      this.known.loaded();
      this.#recorder = this.#createRecorder(at);
      await this.#recorder.begin();
    });
  }

  #remember(row: Row): void {
    this.known.note(row);
    if (row.table === 'span') this.table.note(row);
  }

  #store(): HistoryStore {
    const store = this.#opened ?? storeInMemory();
    this.#opened = store;
    const rows = this.#rows.slice(this.#stored);
    this.#stored = this.#rows.length;
    // Reads wait for this write.
    void store.write(rows);
    return store;
  }

  context(
    deployments: readonly RecordedDeployment[],
    now: number,
    recorder: Partial<RecorderState> = {},
  ): AnsweringInMemory {
    // Most history responses need no store.
    const store = new Proxy({} as HistoryStore, {
      get: (_, name) => {
        const opened = this.#store();
        const method: unknown = Reflect.get(opened, name);
        return typeof method === 'function' ? method.bind(opened) : method;
      },
    });
    const of = (): ResponseContext => ({
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
