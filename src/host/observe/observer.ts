/**
 * One more viewer, inside the host (docs/understand/observer.md): it asks every deployment by the rules of a page, through the same
 * client and the same cache, whoever else looks. It reads and thinks in a thread of its own; this is the host's side of it.
 */

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { RequestLimits } from '#contract/host.ts';
import { longestPlain } from '../gateway/body/body.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { sendBody } from './body-port.ts';
import type { FromObserver, Look, Observe, ObservedDeployment, ToObserver } from './messages.ts';

export interface ObservedHosted {
  readonly hosted: HostedDeployment;
  readonly observe: Observe;
  readonly pollMilliseconds: number;
  /** Milliseconds between two requests of the observer for one region of buckets or assets. */
  readonly sliceInterval: number;
  readonly limits: RequestLimits;
}

export interface Observing {
  /** Observes these from now on, and nothing else. */
  take(deployments: readonly ObservedHosted[]): void;
  /** What is read is written down by whoever has the other end of the port; asked for one with each start of the thread. */
  recordTo(listen: (port: MessagePort) => void): void;
  /** Tells of each look from now on; returns how to stop. */
  subscribe(listener: (look: Look) => void): () => void;
  /** What is known of some deployments, in the text format of Prometheus; `null` where it cannot be said now. */
  metrics(slugs: ReadonlySet<string>): Promise<string | null>;
  close(): Promise<void>;
}

/** Nothing is read but for those who look. */
export const noObserving: Observing = {
  take: () => undefined,
  recordTo: () => undefined,
  subscribe: () => () => undefined,
  metrics: async () => '',
  close: async () => undefined,
};

/** Milliseconds within which the thread tells what it knows. */
const longestWait = 5_000;

/** Milliseconds between two starts of the thread, however often it breaks. */
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
  /** Questions of the thread that runs now: the next one counts from the beginning. */
  #questions = new Map<number, AbortController>();
  readonly #waiting = new Map<number, (text: string | null) => void>();
  #deployments: ReadonlyMap<string, ObservedHosted> = new Map();
  #opened = 0;
  #thread: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #asked = 0;
  #isClosed = false;
  #listen: ((port: MessagePort) => void) | null = null;

  /** @param script - the thread's, built. */
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
      // Lists are read into columns at once: what is short-lived needs little room, and it is taken for good.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
      stdout: true,
      stderr: true,
    });
    thread.unref();
    thread.on('message', (message: FromObserver) => this.#hear(thread, message));
    thread.on('error', (error) => this.#break(`The thread that observes broke: ${error.message}`));
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

  /** What it knew is read anew by the next one. */
  #break(why: string): void {
    if (this.#isClosed) return;
    this.#report(why);
    this.#thread = null;
    this.#forsake();
    this.#restart = setTimeout(() => this.#start(), startPause);
    this.#restart.unref();
  }

  /** Nobody waits for what the thread asked, nor is told what it was asked. */
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
      // A list of many regions takes as many requests. They must not use up what viewers need.
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
