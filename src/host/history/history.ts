/**
 * The history record (docs/understand/history.md). A thread writes and reads it. This is the side of the HTTP thread.
 */

import { type MessagePort, Worker } from 'node:worker_threads';
import type { Retention } from '#contract/history.ts';
import { Store } from '../gateway/cache/store.ts';
import { SingleFlight } from '../net/single-flight.ts';
import type { Answered, Question, RecordedDeployment } from './answers/context.ts';
import type { DemoRecord, FromHistory, HistoryStart, RecordState, ToHistory } from './messages.ts';
import { CostEstimates, WorkQueue } from './work-queue.ts';

export interface History {
  take(deployments: readonly RecordedDeployment[], retention: Retention, demo: DemoRecord | null): void;
  /**
   * Equal requests at one time share one response.
   * @param leaving - aborts when the viewer has left: a request that nobody waits for does not run.
   * @returns `null` if there is too much to do, or the thread is not running.
   */
  ask(question: Question, leaving?: AbortSignal): Promise<Answered | null>;
  readonly state: RecordState | null;
  listen(port: MessagePort): void;
  close(): Promise<void>;
}

export const noHistory: History = {
  take: () => undefined,
  ask: async () => ({ status: 404, headers: {}, body: new TextEncoder().encode('{"status":404}') }),
  state: { recording: false, reason: 'off' },
  listen: (port) => port.close(),
  close: async () => undefined,
};

/** Milliseconds after which a request is given up, waiting or running. */
const longestWait = 10_000;

/** Estimated milliseconds of work that may wait for the thread. An admitted request is answered in about that time. */
const mostWork = 2_000;

/** Milliseconds for which a response is served to equal requests. */
const sharedMilliseconds = 1_000;

/** Bytes of shared responses. */
const sharedBytes = 16 * 1024 ** 2;

/** Bytes of a shared response besides its body. */
const entryBytes = 2 * 1024;

/** Requests of one kind cost about the same. */
function kindOf({ path, search }: Question): string {
  return `${path} ${new URLSearchParams(search).get('kind') ?? ''}`;
}

function keyOf({ visible, ...rest }: Question): string {
  return JSON.stringify([rest, visible && [...visible]]);
}

/** Milliseconds for writing the end of the record. */
const longestEnd = 3_000;

/** Milliseconds between two starts of the thread. */
const startPause = 10_000;

type FromThread = Extract<FromHistory, { kind: 'answered' }>;

export interface HistoryOptions extends HistoryStart {
  readonly script: URL;
  readonly report: (line: string) => void;
  /**
   * Called when the thread starts, and when it needs all readings from the beginning: the observer then needs a new
   * port.
   */
  readonly onStart: () => void;
}

export class RecordedHistory implements History {
  readonly #options: HistoryOptions;
  #thread: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #taken: Extract<ToHistory, { kind: 'take' }> | null = null;
  readonly #pending = new Map<number, (response: FromThread | null) => void>();
  readonly #queue = new WorkQueue(mostWork);
  readonly #costs = new CostEstimates();
  readonly #flights = new SingleFlight<Answered | null>();
  readonly #shared = new Store<Answered>(sharedBytes);
  #asked = 0;
  #isClosed = false;
  #onClosed: () => void = () => undefined;
  state: RecordState | null = null;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  take(deployments: readonly RecordedDeployment[], retention: Retention, demo: DemoRecord | null): void {
    this.#taken = { kind: 'take', deployments, retention, demo };
    const isWanted = deployments.some(({ observe }) => observe !== 'off');
    if (!isWanted) this.state = { recording: false, reason: 'off' };
    if (this.#thread) this.#send(this.#taken);
    else if (isWanted) this.#start();
  }

  listen(port: MessagePort): void {
    if (this.#thread) this.#send({ kind: 'readings', port }, [port]);
    else port.close();
  }

  async ask(question: Question, leaving?: AbortSignal): Promise<Answered | null> {
    // A host that observes nothing has not started the thread, but can still read the record.
    if (!this.#thread && !this.#restart) this.#start();
    if (!this.#thread) return null;
    const key = keyOf(question);
    const shared = this.#shared.get(key);
    if (shared) return shared;
    return this.#flights.run(key, (signal) => this.#queued(key, question, signal), leaving);
  }

  async #queued(key: string, question: Question, abandoned: AbortSignal): Promise<Answered | null> {
    const kind = kindOf(question);
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(), longestWait);
    const signal = AbortSignal.any([abandoned, expiry.signal]);
    const job = async () => {
      const response = await this.#toThread(question);
      if (!response) return null;
      const { answer, milliseconds } = response;
      this.#costs.learn(kind, milliseconds);
      const bytes = entryBytes + key.length + (answer.body?.byteLength ?? 0);
      this.#shared.put(key, answer, { owner: '', bytes, milliseconds: sharedMilliseconds });
      return answer;
    };
    const answer = await this.#queue.run(this.#costs.of(kind), job, signal);
    clearTimeout(timer);
    return answer;
  }

  /** Resolves with the response of the thread; with `null` if it will never come. */
  #toThread(question: Question): Promise<FromThread | null> {
    const id = (this.#asked += 1);
    return new Promise((resolve) => {
      if (!this.#thread) return resolve(null);
      this.#pending.set(id, (response) => {
        this.#pending.delete(id);
        resolve(response);
      });
      this.#send({ kind: 'ask', id, question });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const thread = this.#thread;
    if (!thread) return;
    const closed = new Promise<void>((resolve) => {
      this.#onClosed = resolve;
      setTimeout(resolve, longestEnd).unref();
    });
    this.#send({ kind: 'close' });
    await closed;
    this.#dropPending();
    await thread.terminate();
  }

  #start(): void {
    if (this.#isClosed) return;
    const { script, folder, version, onStart } = this.#options;
    const workerData: HistoryStart = { folder, version };
    const thread = new Worker(script, { workerData, execArgv: [], stdout: true, stderr: true });
    thread.unref();
    thread.on('message', (message: FromHistory) => this.#receive(message));
    thread.on('error', (error) => this.#break(`The history thread failed: ${error.message}`));
    this.#thread = thread;
    if (this.#taken) this.#send(this.#taken);
    onStart();
  }

  /** Committed rows stay. The time until the restart is a gap. */
  #break(why: string): void {
    if (this.#isClosed) return this.#onClosed();
    this.#options.report(why);
    this.#thread = null;
    this.state = null;
    this.#dropPending();
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.#start();
    }, startPause);
    this.#restart.unref();
  }

  #dropPending(): void {
    for (const settle of this.#pending.values()) settle(null);
  }

  #receive(message: FromHistory): void {
    switch (message.kind) {
      case 'answered':
        this.#pending.get(message.id)?.(message);
        return;
      case 'state':
        this.state = message.state;
        return;
      case 'unheard':
        this.#options.onStart();
        return;
      case 'report':
        this.#options.report(message.line);
        return;
      case 'closed':
        this.#onClosed();
    }
  }

  #send(message: ToHistory, transfer: readonly MessagePort[] = []): void {
    this.#thread?.postMessage(message, [...transfer]);
  }
}
