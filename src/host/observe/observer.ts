/**
 * One more viewer, inside the host (docs/observer.md): it asks every deployment by the rules of a page, through the same
 * client and the same cache, whoever else looks. It reads and thinks in a thread of its own; this is the host's side of it.
 */

import { Worker } from 'node:worker_threads';
import type { RequestLimits } from '#contract/host.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import type { FromObserver, Look, Observe, ObservedDeployment, SeenVerdict, ToObserver } from './messages.ts';

export interface ObservedHosted {
  readonly hosted: HostedDeployment;
  readonly observe: Observe;
  readonly pollMilliseconds: number;
  readonly limits: RequestLimits;
}

export interface Observing {
  /** Observes these from now on, and nothing else. */
  take(deployments: readonly ObservedHosted[]): void;
  /** Tells of each look from now on; returns how to stop. */
  subscribe(listener: (look: Look) => void): () => void;
  /** What is known, in the text format of Prometheus; `null` where it cannot be said now. */
  metrics(): Promise<string | null>;
  /** What is said of each deployment observed, by slug; `null` where it cannot be said now. */
  verdicts(): Promise<ReadonlyMap<string, SeenVerdict> | null>;
  close(): Promise<void>;
}

/** Nothing is read but for those who look. */
export const noObserving: Observing = {
  take: () => undefined,
  subscribe: () => () => undefined,
  metrics: async () => '',
  verdicts: async () => new Map(),
  close: async () => undefined,
};

/** Milliseconds within which the thread tells what it knows. */
const longestWait = 5_000;

/** Milliseconds between two starts of the thread, however often it breaks. */
const startPause = 10_000;

function described({ hosted, observe, pollMilliseconds, limits }: ObservedHosted): ObservedDeployment | null {
  if (observe === 'off') return null;
  const { slug, name, words, verdict, maximumItems } = hosted;
  return { slug, name, maximumItems, observe, pollMilliseconds, limits, words, verdict };
}

export class Observer implements Observing {
  readonly #script: URL;
  readonly #report: (line: string) => void;
  readonly #listeners = new Set<(look: Look) => void>();
  readonly #questions = new Map<number, AbortController>();
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #deployments: readonly ObservedHosted[] = [];
  #thread: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #asked = 0;
  #isClosed = false;

  /** @param script - the thread's, built. */
  constructor(script: URL, report: (line: string) => void) {
    this.#script = script;
    this.#report = report;
  }

  subscribe(listener: (look: Look) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(deployments: readonly ObservedHosted[]): void {
    this.#deployments = deployments;
    const described = this.#described();
    if (described.length > 0 && !this.#thread) this.#start();
    else this.#tell({ kind: 'take', deployments: described });
  }

  async metrics(): Promise<string | null> {
    if (!this.#thread) return this.#described().length === 0 ? '' : null;
    const text = await this.#ask('metrics');
    return typeof text === 'string' ? text : null;
  }

  async verdicts(): Promise<ReadonlyMap<string, SeenVerdict> | null> {
    if (!this.#thread) return this.#described().length === 0 ? new Map() : null;
    const told = await this.#ask('verdicts');
    // The thread is ours.
    return told === null ? null : new Map(told as readonly (readonly [string, SeenVerdict])[]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    for (const leave of this.#questions.values()) leave.abort();
    await this.#thread?.terminate();
  }

  #described(): readonly ObservedDeployment[] {
    return this.#deployments.flatMap((each) => described(each) ?? []);
  }

  #tell(message: ToObserver, transfer: ArrayBuffer[] = []): void {
    this.#thread?.postMessage(message, transfer);
  }

  #ask(kind: 'metrics' | 'verdicts'): Promise<unknown> {
    const id = (this.#asked += 1);
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(null), longestWait);
      const settle = (value: unknown) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(value);
      };
      this.#waiting.set(id, settle);
      this.#tell({ kind, id });
    });
  }

  #start(): void {
    if (this.#isClosed) return;
    const thread = new Worker(this.#script, {
      execArgv: [],
      // Lists are read into columns at once: what is short-lived needs little room, and it is taken for good.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
      stdout: true,
      stderr: true,
    });
    thread.unref();
    thread.on('message', (message: FromObserver) => this.#hear(message));
    thread.on('error', (error) => this.#break(`The thread that observes broke: ${error.message}`));
    this.#thread = thread;
    this.#tell({ kind: 'take', deployments: this.#described() });
  }

  /** What it knew is read anew by the next one. */
  #break(why: string): void {
    if (this.#isClosed) return;
    this.#report(why);
    this.#thread = null;
    for (const leave of this.#questions.values()) leave.abort();
    this.#questions.clear();
    for (const settle of this.#waiting.values()) settle(null);
    this.#restart = setTimeout(() => this.#start(), startPause);
    this.#restart.unref();
  }

  #hear(message: FromObserver): void {
    switch (message.kind) {
      case 'ask':
        void this.#answer(message);
        return;
      case 'leave':
        this.#questions.get(message.id)?.abort();
        this.#questions.delete(message.id);
        return;
      case 'look':
        for (const listener of this.#listeners) listener(message.look);
        return;
      case 'told':
        this.#waiting.get(message.id)?.(message.value);
    }
  }

  async #answer({ id, slug, path, accept }: Extract<FromObserver, { kind: 'ask' }>): Promise<void> {
    const hosted = this.#deployments.find((each) => each.hosted.slug === slug)?.hosted;
    if (!hosted) return this.#tell({ kind: 'unanswered', id, why: 'There is no such deployment.' });
    const leaving = new AbortController();
    this.#questions.set(id, leaving);
    const { signal } = leaving;
    const end = path.indexOf('?');
    try {
      const request = new Request(`http://observer${path}`, { headers: { accept }, signal });
      const response = await hosted.answer(request, end === -1 ? path : path.slice(0, end));
      const body = new Uint8Array(await response.arrayBuffer());
      const { status, headers } = response;
      this.#tell({ kind: 'answered', id, status, headers: [...headers], body }, [body.buffer]);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'unknown error';
      this.#tell({ kind: 'unanswered', id, why });
    } finally {
      this.#questions.delete(id);
    }
  }
}
