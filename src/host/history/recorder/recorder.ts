/**
 * Writes the history record, one poll at a time. Rows are noted in memory once they are committed
 * (docs/understand/history.md).
 */

import { isEndpointPath } from '#contract/endpoints.ts';
import type { Retention } from '#contract/history.ts';
import type { WordOverrides } from '#domain/severity/classify.ts';
import type { Present } from '../memory/present.ts';
import { forgetBefore, type Remembered, rememberChange, type SubjectOrder } from '../memory/remembered.ts';
import type { Observation, Reading } from '../reading.ts';
import type { EndpointRow, InterruptionRow, Row, RunRow } from '../rows.ts';
import type { SpanTable } from '../spans/span-table.ts';
import { type HistoryStore, isDiskFull } from '../store/store.ts';
import { Allowances, type Bounds, noRoomForNames, usualBounds } from './allowances.ts';
import { type Clocks, interruptionBetween, isPlausible } from './clocks.ts';
import { Flaps } from './flaps.ts';
import { Omitted } from './omitted.ts';
import { allowanceOf, type Between, planPoll } from './plan-poll.ts';
import { staleIn } from './stale.ts';

export type Hindrance = 'disk-full' | 'clock';

/**
 * Maximum milliseconds by which the clock may be behind the newest row, because polls do not end in order.
 */
const clockSlack = 1_000;

const day = 86_400_000;

const notObserved = 'The configuration turns its observation off.';

export interface RecorderOptions {
  readonly store: HistoryStore;
  readonly present: Present;
  readonly spans: SpanTable;
  readonly version: string;
  readonly bounds?: Bounds;
  /** The run of this host that goes on, if its store did not respond for a time. */
  readonly interrupted?: InterruptedRun | null;
}

/** A run that could not write since a time, in epoch milliseconds, and why. */
export interface InterruptedRun {
  readonly run: number;
  readonly since: number;
  readonly cause: InterruptionRow['cause'];
}

export class Recorder {
  readonly #store: HistoryStore;
  readonly #memory: Remembered;
  #run: RunRow;
  #words: ReadonlyMap<string, WordOverrides> = new Map();
  readonly #between: Omit<Between, 'words'>;
  #wordsAt = 0;
  readonly #excessive = new Set<string>();
  #isFullOfNames = false;
  report: (line: string) => void = () => undefined;
  /**
   * Last content of each endpoint, by slug and path. Complete until it is recorded (`isKept`); then only what
   * may be needed again.
   */
  readonly #said = new Map<string, { readonly said: Observation; readonly isKept: boolean }>();
  readonly #ahead = new Map<string, number>();
  #clocks: Clocks | null = null;
  /** The newest interruption, until it is written. */
  #unwritten: Pick<InterruptionRow, 'from' | 'to' | 'cause'> | null = null;
  #fullSince: number | null = null;
  /** When the host's clock became implausible, in epoch milliseconds; `null` while it is plausible. */
  #doubtedSince: number | null = null;
  #hindrance: Hindrance | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** First row to write: a new run, or the interruption of the run that continues. */
  readonly #beginning: RunRow | InterruptionRow;

  constructor(
    { store, present, spans, version, bounds = usualBounds, interrupted = null }: RecorderOptions,
    startedAt: number,
  ) {
    const allowances = new Allowances(bounds);
    const [recorded, early] = [new Set<number>(), new Set<string>()];
    this.#between = { flaps: new Flaps(), omitted: new Omitted(), recorded, early, allowances };
    this.#store = store;
    this.#memory = { present, spans };
    const begun: RunRow = {
      table: 'run',
      id: present.nextId('run'),
      version,
      startedAt,
      endedAt: null,
      endedHow: null,
    };
    // If another host recorded meanwhile, it ended the run.
    const own = present.runs.find(({ id, endedAt }) => id === interrupted?.run && endedAt === null);
    this.#run = own ?? begun;
    this.#beginning = own && interrupted ? interruptionOf(interrupted, startedAt, present) : this.#run;
  }

  /** The run, for a recorder that continues it after the store failed at `now`, in epoch milliseconds. */
  interruptedAt(now: number): InterruptedRun {
    const { from: since, cause } = this.#unwritten ?? { from: now, cause: 'store' };
    return { run: this.#run.id, since, cause };
  }

  get hindrance(): Hindrance | null {
    return this.#hindrance;
  }

  /** When the disk became full, in epoch milliseconds; `null` if it is not. */
  get fullSince(): number | null {
    return this.#fullSince;
  }

  set words(words: ReadonlyMap<string, WordOverrides>) {
    this.#words = words;
  }

  /**
   * Starts a run or continues it, and ends the runs of killed hosts.
   * @throws StoreFailure if the rows cannot be written.
   */
  async begin(): Promise<void> {
    const killed = this.#present.runs.flatMap((run): RunRow[] =>
      run.endedAt === null && run.id !== this.#run.id
        ? [{ ...run, endedAt: Math.max(run.startedAt, this.#present.lastAt), endedHow: 'killed' }]
        : [],
    );
    await this.#commit([...killed, this.#beginning]);
  }

  /**
   * Records a reading. Resolves once it is committed, or cannot be.
   * @param now - epoch milliseconds.
   * @returns `false` if the reading refers to an earlier one that this recorder did not get.
   * @throws StoreFailure if the file is broken.
   */
  take(reading: Reading, now: number): Promise<boolean> {
    const { slug, path, outcome } = reading;
    const key = `${slug} ${path}`;
    if (outcome.kind === 'answered') {
      if (outcome.observation) this.#said.set(key, { said: outcome.observation, isKept: false });
      else if (!this.#said.has(key)) return Promise.resolve(false);
    }
    return this.#inTurn(() => this.#record(reading, now)).then(() => true);
  }

  /**
   * Records that the configuration no longer includes some endpoints.
   * @param isObserved - whether the configuration includes an endpoint.
   * @param now - epoch milliseconds.
   */
  leave(isObserved: (endpoint: EndpointRow) => boolean, now: number): Promise<void> {
    return this.#inTurn(async () => {
      for (const endpoint of this.#present.allEndpoints) {
        const { deployment: slug, path } = endpoint;
        const { coverage } = this.#present.past(endpoint.id);
        const isNoted = coverage.gap?.causes.at(-1)?.cause === 'not-recorded';
        if (isNoted || isObserved(endpoint) || !isEndpointPath(path)) continue;
        const outcome = { kind: 'failed', cause: 'not-recorded', detail: notObserved } as const;
        await this.#record({ slug, path, sentAt: now, at: now, ahead: null, outcome, changes: [] }, now);
      }
    });
  }

  tick(now: Clocks): Promise<void> {
    const before = this.#clocks;
    this.#clocks = now;
    const found = before && interruptionBetween(before, now);
    if (!found) return Promise.resolve();
    this.#unwritten = found;
    return this.#inTurn(async () => {
      await this.#interrupt(found);
      this.#unwritten = null;
    });
  }

  /** Drops some expired rows, between two polls. @returns whether there is more to do. */
  tidy(retention: Retention, now: number): Promise<boolean> {
    return this.#inTurn(async () => {
      if (await this.#store.tidy(retention, now)) return true;
      const before = now - retention.spanDays * day;
      forgetBefore(this.#memory, before);
      // Searching all spans for unused words is slow, so it is done once a day.
      const isWordTime = now - this.#wordsAt >= day;
      const stale = staleIn(this.#present, isWordTime ? this.#memory.spans : null, before);
      if (!stale) {
        if (isWordTime) this.#wordsAt = now;
        return false;
      }
      await this.#store.drop(stale);
      rememberChange(this.#memory, { stale });
      this.#between.flaps.forget(stale.subjects);
      return true;
    });
  }

  end(now: number): Promise<void> {
    return this.#inTurn(async () => {
      const endedAt = Math.max(now, this.#run.startedAt, this.#present.lastAt);
      this.#run = { ...this.#run, endedAt, endedHow: 'stopped' };
      await this.#write([this.#run], now);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const job = this.#queue.then(work);
    this.#queue = job.catch(() => undefined);
    return job;
  }

  async #record(reading: Reading, now: number): Promise<void> {
    const { slug, path, at, ahead, outcome } = reading;
    if (ahead !== null) this.#ahead.set(slug, ahead);
    // After the clock was set back, rows would be recorded out of order.
    if (!isPlausible(this.#ahead) || now < this.#present.lastAt - clockSlack) {
      this.#hindrance = 'clock';
      this.#doubtedSince ??= at;
      return;
    }
    if (this.#hindrance === 'clock') this.#hindrance = null;
    if (this.#doubtedSince !== null) await this.#believe(this.#doubtedSince, at);
    if (this.#fullSince !== null) await this.#recover(at);
    const key = `${slug} ${path}`;
    const held = this.#said.get(key);
    const observation = outcome.kind === 'answered' ? (outcome.observation ?? held?.said ?? null) : null;
    const isSame = outcome.kind === 'answered' && outcome.observation === null && held?.isKept === true;
    const observed =
      outcome.kind === 'answered' ? { ...reading, outcome: { ...outcome, observation } } : reading;
    const between = { ...this.#between, words: this.#words.get(slug) ?? {} };
    const planned = planPoll(observed, this.#present, this.#run.id, between, isSame);
    if (!planned) return;
    const orders =
      planned.excess === null ? planned.orders.map((order) => ({ deployment: slug, ...order })) : [];
    if (!(await this.#write(planned.rows, at, orders))) return;
    for (const remember of planned.afterwards) remember();
    this.#between.allowances.spend(allowanceOf(reading), at, planned.cost);
    this.#tellExcess(reading, planned.excess);
    if (planned.excess !== null) return;
    // A rolled-up word must be compared again after its quarter of an hour, even if the response stays the
    // same.
    const isFolding = planned.orders.some(({ ids }) =>
      ids.some((id) => (this.#present.open(id)?.folded ?? 0) > 0),
    );
    // A newer response may have arrived meanwhile.
    if (observation && !isSame && this.#said.get(key)?.said === observation)
      this.#said.set(key, { said: isFolding ? observation : sizesOf(observation), isKept: !isFolding });
  }

  /**
   * Reports to the log when the responses of an endpoint start and stop exceeding the limits. The limit of
   * names for all deployments is reported once.
   */
  #tellExcess({ slug, path, outcome }: Reading, excess: string | null): void {
    if (excess === noRoomForNames) {
      if (!this.#isFullOfNames) this.report(`${excess} Lists with further names are not recorded.`);
      this.#isFullOfNames = true;
      return;
    }
    const endpoint = allowanceOf({ slug, path });
    if (excess !== null && !this.#excessive.has(endpoint)) {
      this.#excessive.add(endpoint);
      this.report(`Responses of ${slug} at ${path} are not recorded: ${excess}`);
    } else if (excess === null && outcome.kind === 'answered' && this.#excessive.delete(endpoint))
      this.report(`Responses of ${slug} at ${path} are recorded again.`);
  }

  async #interrupt(found: Pick<InterruptionRow, 'from' | 'to' | 'cause'>): Promise<void> {
    await this.#write(
      [{ table: 'interruption', run: this.#run.id, seq: this.#present.seq + 1, ...found }],
      found.to,
    );
  }

  /** Ends a time with an implausible clock by writing it as an interruption. Its true length is unknown. */
  async #believe(since: number, at: number): Promise<void> {
    this.#doubtedSince = null;
    const from = Math.max(this.#present.lastAt, Math.min(since, at));
    await this.#interrupt({ from, to: Math.max(from, at), cause: 'clock-stepped' });
  }

  async #recover(at: number): Promise<void> {
    const from = this.#fullSince ?? at;
    const [run, seq] = [this.#run.id, this.#present.seq + 1];
    const row: Row = { table: 'interruption', run, seq, from, to: at, cause: 'disk-full' };
    if (!(await this.#write([row], at))) return;
    this.#fullSince = null;
    this.#hindrance = null;
  }

  /** Writes rows. @returns whether they are written; `false` if the disk is full. */
  async #write(rows: readonly Row[], at: number, orders?: readonly SubjectOrder[]): Promise<boolean> {
    try {
      await this.#commit(rows, orders);
      return true;
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      this.#fullSince ??= at;
      this.#hindrance = 'disk-full';
      return false;
    }
  }

  async #commit(rows: readonly Row[], orders: readonly SubjectOrder[] = []): Promise<void> {
    await this.#store.write(rows, orders);
    rememberChange(this.#memory, { rows, orders });
  }

  get #present(): Present {
    return this.#memory.present;
  }
}

function interruptionOf(
  { run, since, cause }: InterruptedRun,
  to: number,
  { lastAt, seq }: Present,
): InterruptionRow {
  const from = Math.max(since, lastAt);
  return { table: 'interruption', run, seq: seq + 1, from, to: Math.max(from, to), cause };
}

/**
 * Returns the part of a response that may be needed again although the response stays the same: its head, and the
 * sizes of buckets.
 */
function sizesOf(observation: Observation): Observation {
  if (observation.resource !== 'bucket') return { ...observation, rows: null };
  return {
    ...observation,
    rows: observation.rows?.map(({ key, amounts }) => ({ key, amounts, word: null, body: null })) ?? null,
  };
}
