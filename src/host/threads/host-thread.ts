/** Runs a thread of the host, and starts a new one 10 s after a crash. */

import { Worker, type WorkerOptions } from 'node:worker_threads';
import { type Handlers, type Message, type Methods, Peer } from '#client/rpc/peer.ts';

/** Milliseconds between a crash and the start of the next thread. */
const restartPause = 10_000;

export interface HostThreadOptions<Theirs extends Methods, Own extends Methods> {
  /** URL of the built script that the thread runs. */
  readonly script: URL;
  readonly worker?: WorkerOptions;
  /** Name of the thread in the log: "The history thread". */
  readonly name: string;
  readonly handlers: Handlers<Own>;
  readonly report: (line: string) => void;
  readonly onStart?: (thread: Peer<Theirs, Own>) => void;
  readonly onCrash?: () => void;
}

export class HostThread<Theirs extends Methods, Own extends Methods> {
  readonly #options: HostThreadOptions<Theirs, Own>;
  #running: { readonly worker: Worker; readonly peer: Peer<Theirs, Own> } | null = null;
  #restart: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: HostThreadOptions<Theirs, Own>) {
    this.#options = options;
  }

  /** Peer for calls to the thread; `null` if the thread is not running. */
  get peer(): Peer<Theirs, Own> | null {
    return this.#running?.peer ?? null;
  }

  /** Starts the thread, unless it is running or waits for its restart. */
  start(): Peer<Theirs, Own> | null {
    if (this.#running || this.#restart || this.#isClosed) return this.peer;
    const { script, worker: options, handlers, name, onStart } = this.#options;
    // Lines that libraries print are dropped: the operator does not need them.
    const worker = new Worker(script, { execArgv: [], stdout: true, stderr: true, ...options });
    worker.unref();
    const peer = new Peer<Theirs, Own>(worker, handlers);
    worker.on('message', (messages: readonly Message[]) => peer.receive(messages));
    worker.on('error', (error) => {
      if (this.#running?.worker === worker) this.replace(`${name} failed: ${error.message}`);
    });
    this.#running = { worker, peer };
    onStart?.(peer);
    return peer;
  }

  /** Ends a broken thread. All its pending calls reject, and another thread starts after the pause. */
  replace(why: string): void {
    const broken = this.#running;
    this.#running = null;
    broken?.peer.close(new Error(why));
    void broken?.worker.terminate();
    if (this.#isClosed) return;
    this.#options.report(why);
    this.#options.onCrash?.();
    this.#restart = setTimeout(() => {
      this.#restart = null;
      this.start();
    }, restartPause);
    this.#restart.unref();
  }

  /**
   * Ends the thread for good.
   * @param finish - makes the last call to a running thread. A failure of it is ignored.
   */
  async close(finish?: (thread: Peer<Theirs, Own>) => Promise<unknown>): Promise<void> {
    this.#isClosed = true;
    if (this.#restart) clearTimeout(this.#restart);
    const running = this.#running;
    if (!running) return;
    await finish?.(running.peer).catch(() => undefined);
    this.#running = null;
    running.peer.close(new Error('The host is stopping.'));
    await running.worker.terminate();
  }
}
