/**
 * What was before, as far as the host saw it (docs/history.md). A thread of its own writes it down and answers from it;
 * this is the side of the thread that answers.
 */

import { type MessagePort, Worker } from 'node:worker_threads';
import type { Retention } from '#contract/history.ts';
import type { Answered, Question, RecordedDeployment } from './answers/context.ts';
import type { DemoRecord, FromHistory, HistoryStart, RecordState, ToHistory } from './messages.ts';

export interface History {
  /** Keeps the record of these from now on. */
  take(deployments: readonly RecordedDeployment[], retention: Retention, demo: DemoRecord | null): void;
  /** `null` where it cannot be said now. */
  ask(question: Question): Promise<Answered | null>;
  /** How it stands; `null` before that is known. */
  readonly state: RecordState | null;
  /** What reads the deployments sends it here. */
  listen(port: MessagePort): void;
  close(): Promise<void>;
}

/** Nothing is written down, and nothing was. */
export const noHistory: History = {
  take: () => undefined,
  ask: async () => ({ status: 404, headers: {}, body: new TextEncoder().encode('{"status":404}') }),
  state: { recording: false, reason: 'off' },
  listen: (port) => port.close(),
  close: async () => undefined,
};

/** Milliseconds within which the thread answers: the longest window of the largest fleet takes a small part of it. */
const longestWait = 10_000;

/** Questions that wait at once: the dearest takes some fifty milliseconds. */
const mostWaiting = 32;

/** Milliseconds within which the end of the record is written. */
const longestEnd = 3_000;

/** Milliseconds between two starts of the thread, however often it breaks. */
const startPause = 10_000;

export interface HistoryOptions extends HistoryStart {
  /** The thread's, built. */
  readonly script: URL;
  readonly report: (line: string) => void;
  /** Called once the thread runs, and where it has to hear all anew: whoever reads has to be told where it listens. */
  readonly onStart: () => void;
}

export class RecordedHistory implements History {
  readonly #options: HistoryOptions;
  #thread: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #taken: Extract<ToHistory, { kind: 'take' }> | null = null;
  readonly #waiting = new Map<number, (answer: Answered | null) => void>();
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
    if (this.#thread) this.#tell(this.#taken);
    else if (isWanted) this.#start();
  }

  listen(port: MessagePort): void {
    if (this.#thread) this.#tell({ kind: 'readings', port }, [port]);
    else port.close();
  }

  async ask(question: Question): Promise<Answered | null> {
    // Where nothing is read it says so.
    if (!this.#thread && !this.#restart) this.#start();
    // Whoever asks more than it answers does not keep it from writing down.
    if (!this.#thread || this.#waiting.size >= mostWaiting) return null;
    const id = (this.#asked += 1);
    return new Promise((resolve) => {
      const settle = (answer: Answered | null) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle(null), longestWait);
      this.#waiting.set(id, settle);
      this.#tell({ kind: 'ask', id, question });
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
    this.#tell({ kind: 'close' });
    await closed;
    this.#forsake();
    await thread.terminate();
  }

  #start(): void {
    if (this.#isClosed) return;
    const { script, folder, version, onStart } = this.#options;
    const workerData: HistoryStart = { folder, version };
    const thread = new Worker(script, { workerData, execArgv: [], stdout: true, stderr: true });
    thread.unref();
    thread.on('message', (message: FromHistory) => this.#hear(message));
    thread.on('error', (error) => this.#break(`The thread that keeps the history broke: ${error.message}`));
    this.#thread = thread;
    if (this.#taken) this.#tell(this.#taken);
    onStart();
  }

  /** What is written stays; what was not seen meanwhile is a gap. */
  #break(why: string): void {
    if (this.#isClosed) return this.#onClosed();
    this.#options.report(why);
    this.#thread = null;
    this.state = null;
    this.#forsake();
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.#start();
    }, startPause);
    this.#restart.unref();
  }

  #forsake(): void {
    for (const settle of this.#waiting.values()) settle(null);
  }

  #hear(message: FromHistory): void {
    switch (message.kind) {
      case 'answered':
        this.#waiting.get(message.id)?.(message.answer);
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

  #tell(message: ToHistory, transfer: readonly MessagePort[] = []): void {
    this.#thread?.postMessage(message, [...transfer]);
  }
}
