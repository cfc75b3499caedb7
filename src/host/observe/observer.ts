/**
 * The observer: one more viewer inside the host (docs/understand/observer.md). It polls every deployment by the rules
 * of a page, with the same client and cache. It runs in a thread of its own. This is the side of the HTTP thread.
 */

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { RequestLimits } from '#contract/host.ts';
import type { Observe } from '../configuration/defaults.ts';
import { longestPlain } from '../gateway/body/body.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { sendBody } from './body-port.ts';
import type { FromObserver, Look, ObservedDeployment, ToObserver } from './messages.ts';

export interface ObservedHosted {
  readonly hosted: HostedDeployment;
  readonly observe: Observe;
  readonly pollMilliseconds: number;
  /** Milliseconds between two requests of the observer for one region of buckets or assets. */
  readonly sliceInterval: number;
  readonly limits: RequestLimits;
}

export interface Observing {
  /** Observes exactly these deployments from now on. */
  take(deployments: readonly ObservedHosted[]): void;
  /** `listen` gets a port for the readings, at each start of the thread. */
  recordTo(listen: (port: MessagePort) => void): void;
  /** Calls `listener` after each poll. @returns a function that ends that. */
  subscribe(listener: (look: Look) => void): () => void;
  /** Metrics of some deployments in the text format of Prometheus; `null` if the thread does not respond. */
  metrics(slugs: ReadonlySet<string>): Promise<string | null>;
  close(): Promise<void>;
}

export const noObserving: Observing = {
  take: () => undefined,
  recordTo: () => undefined,
  subscribe: () => () => undefined,
  metrics: async () => '',
  close: async () => undefined,
};

/** Milliseconds to wait for metrics. */
const longestWait = 5_000;

/** Milliseconds between two starts of the thread. */
const startPause = 10_000;

type Question = Extract<FromObserver, { kind: 'ask' }>;

function tell(
  thread: Worker,
  message: ToObserver,
  transfer: readonly (ArrayBuffer | MessagePort)[] = [],
): void {
  thread.postMessage(message, [...transfer]);
}

export class Observer implements Observing {
  readonly #script: URL;
  readonly #report: (line: string) => void;
  readonly #listeners = new Set<(look: Look) => void>();
  readonly #editions = new WeakMap<HostedDeployment, number>();
  /** Requests of the current thread: the next one counts from the beginning. */
  #questions = new Map<number, AbortController>();
  readonly #waiting = new Map<number, (text: string | null) => void>();
  #deployments: ReadonlyMap<string, ObservedHosted> = new Map();
  #opened = 0;
  #thread: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #asked = 0;
  #isClosed = false;
  #listen: ((port: MessagePort) => void) | null = null;

  /** @param script - the built thread script. */
  constructor(script: URL, report: (line: string) => void) {
    this.#script = script;
    this.#report = report;
  }

  recordTo(listen: (port: MessagePort) => void): void {
    this.#listen = listen;
    this.#openRecord();
  }

  subscribe(listener: (look: Look) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(deployments: readonly ObservedHosted[]): void {
    this.#deployments = new Map(deployments.map((each) => [each.hosted.slug, each]));
    const described = this.#described();
    if (described.length > 0 && !this.#thread) this.#start();
    else if (this.#thread) tell(this.#thread, { kind: 'take', deployments: described });
  }

  async metrics(slugs: ReadonlySet<string>): Promise<string | null> {
    const thread = this.#thread;
    if (!thread) return this.#described().length === 0 ? '' : null;
    const id = (this.#asked += 1);
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(null), longestWait);
      const settle = (text: string | null) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(text);
      };
      this.#waiting.set(id, settle);
      tell(thread, { kind: 'metrics', id, slugs });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    this.#forsake();
    await this.#thread?.terminate();
  }

  #described(): readonly ObservedDeployment[] {
    return [...this.#deployments.values()].flatMap(({ hosted, observe, ...timing }) => {
      if (observe === 'off') return [];
      const { slug, name, words, verdict, maximumItems } = hosted;
      return [
        { slug, edition: this.#editionOf(hosted), name, maximumItems, observe, words, verdict, ...timing },
      ];
    });
  }

  #editionOf(hosted: HostedDeployment): number {
    const known = this.#editions.get(hosted);
    if (known !== undefined) return known;
    this.#opened += 1;
    this.#editions.set(hosted, this.#opened);
    return this.#opened;
  }

  #start(): void {
    if (this.#isClosed) return;
    const thread = new Worker(this.#script, {
      execArgv: [],
      // Lists are parsed into columns at once, so few objects are short-lived. V8 does not return this memory.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
      stdout: true,
      stderr: true,
    });
    thread.unref();
    thread.on('message', (message: FromObserver) => this.#hear(thread, message));
    thread.on('error', (error) => this.#break(`The observer’s thread failed: ${error.message}`));
    this.#thread = thread;
    this.#openRecord();
    tell(thread, { kind: 'take', deployments: this.#described() });
  }

  #openRecord(): void {
    if (!this.#thread || !this.#listen) return;
    const { port1, port2 } = new MessageChannel();
    tell(this.#thread, { kind: 'record', port: port1 }, [port1]);
    this.#listen(port2);
  }

  /** The next thread polls everything again. */
  #break(why: string): void {
    if (this.#isClosed) return;
    this.#report(why);
    this.#thread = null;
    this.#forsake();
    this.#restart = setTimeout(() => this.#start(), startPause);
    this.#restart.unref();
  }

  /** Cancels the thread's requests, and ends all waits for it. */
  #forsake(): void {
    for (const leave of this.#questions.values()) leave.abort();
    this.#questions = new Map();
    for (const settle of this.#waiting.values()) settle(null);
  }

  #hear(thread: Worker, message: FromObserver): void {
    switch (message.kind) {
      case 'ask':
        void this.#answer(thread, message);
        return;
      case 'leave':
        this.#questions.get(message.id)?.abort();
        this.#questions.delete(message.id);
        return;
      case 'look': {
        const { look } = message;
        const current = this.#deployments.get(look.slug)?.hosted;
        if (!current || this.#editionOf(current) !== look.edition) return;
        for (const listener of this.#listeners) listener(look);
        return;
      }
      case 'report':
        this.#report(message.line);
        return;
      case 'metrics':
        this.#waiting.get(message.id)?.(message.text);
    }
  }

  async #answer(thread: Worker, { id, slug, path, accept }: Question): Promise<void> {
    const hosted = this.#deployments.get(slug)?.hosted;
    if (!hosted) return tell(thread, { kind: 'unanswered', id, why: 'There is no such deployment.' });
    const questions = this.#questions;
    const leaving = new AbortController();
    questions.set(id, leaving);
    const { signal } = leaving;
    const end = path.indexOf('?');
    try {
      const request = new Request(`http://observer${path}`, { headers: { accept }, signal });
      // A sliced list takes one request per region. These must not use up the budget of viewers.
      const isSlice = /[?&]region=/.test(path);
      const response = await hosted.answer(
        request,
        end === -1 ? path : path.slice(0, end),
        isSlice ? 'low' : 'normal',
      );
      const { status, headers } = response;
      const answered = { kind: 'answered', id, status, headers: [...headers] } as const;
      if (response.body && Number(headers.get('edgewatch-length')) > longestPlain) {
        const port = sendBody(response.body);
        tell(thread, { ...answered, body: port }, [port]);
        return;
      }
      const body = new Uint8Array(await response.arrayBuffer());
      tell(thread, { ...answered, body }, [body.buffer]);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'unknown error';
      tell(thread, { kind: 'unanswered', id, why });
    } finally {
      questions.delete(id);
    }
  }
}
