/** A thread of the host, seen from the HTTP thread. Another one replaces it 10 s after a crash. */

import { Worker, type WorkerOptions } from 'node:worker_threads';
import { type Handlers, type Message, type Methods, Peer } from '#client/rpc/peer.ts';

/** Milliseconds between a crash and the next start. */
const restartPause = 10_000;

export interface HostThreadOptions<Theirs extends Methods, Own extends Methods> {
  /** The built thread script. */
  readonly script: URL;
  readonly worker?: WorkerOptions;
  /** For the log: "The history thread". */
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

  /** `null` if the thread is not running. */
  get peer(): Peer<Theirs, Own> | null {
    return this.#running?.peer ?? null;
  }

  /** Starts the thread, unless it is running or waits for its restart. */
  start(): Peer<Theirs, Own> | null {
    if (this.#running || this.#restart || this.#isClosed) return this.peer;
    const { script, worker: options, handlers, name, onStart } = this.#options;
    // The operator does not need lines that libraries print.
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

  /** Ends a broken thread. All calls reject, and another thread starts after the pause. */
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

  /** @param finish - the last call to a running thread. It may fail. */
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
