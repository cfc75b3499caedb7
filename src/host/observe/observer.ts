/**
 * The HTTP thread's side of the observer, which is one more viewer inside the host
 * (docs/understand/observer.md). The observer polls every deployment by the rules of a page, with the same
 * client and cache, in a thread of its own (observer-thread.ts).
 */

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Peer, WithTransfer } from '#client/rpc/peer.ts';
import type { RequestLimits } from '#contract/host.ts';
import type { Observe } from '../configuration/defaults.ts';
import { longestPlain } from '../gateway/body/body.ts';
import { type HostedDeployment, partsOf } from '../gateway/deployment.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { HostThread } from '../threads/host-thread.ts';
import { within } from '../threads/within.ts';
import { sendBody } from './body-port.ts';
import type {
  CurrentState,
  HostRequest,
  HostResponse,
  ObservedDeployment,
  ObserverHost,
  ObserverThread,
  Poll,
} from './messages.ts';

export interface ObservedHosted {
  readonly hosted: HostedDeployment;
  readonly observe: Observe;
  readonly pollMilliseconds: number;
  /** Milliseconds between two requests of the observer for the same region of buckets or assets. */
  readonly sliceInterval: number;
  readonly limits: RequestLimits;
}

export interface Observing {
  /** Observes exactly these deployments from now on. */
  take(deployments: readonly ObservedHosted[]): void;
  /** Sends readings to a recorder: `listen` gets a port for them, at each start of the observer thread. */
  recordTo(listen: (port: MessagePort) => void): void;
  /** Calls `listener` after each poll. @returns a function that ends the subscription. */
  subscribe(listener: (poll: Poll) => void): () => void;
  /**
   * Returns the observer's metrics of some deployments in the text format of Prometheus; `null` if the thread
   * does not respond.
   */
  metrics(slugs: ReadonlySet<string>): Promise<string | null>;
  /**
   * Returns the present verdicts of the observed deployments among `slugs`. It is empty if the thread does not
   * respond.
   */
  states(slugs: ReadonlySet<string>): Promise<readonly CurrentState[]>;
  close(): Promise<void>;
}

export const noObserving: Observing = {
  take: () => undefined,
  recordTo: () => undefined,
  subscribe: () => () => undefined,
  metrics: async () => '',
  states: async () => [],
  close: async () => undefined,
};

/** Returns headers without those that only concern browsers. */
function withoutSecurity(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in apiHeaders)));
}

/** Maximum milliseconds to wait for the metrics of the observer thread. */
const longestWait = 5_000;
/** Maximum milliseconds to wait for its verdicts. Programs that show pictures wait for a few seconds only. */
const longestWaitForStates = 2_000;

export class Observer implements Observing {
  readonly #thread: HostThread<ObserverThread, ObserverHost>;
  readonly #listeners = new Set<(poll: Poll) => void>();
  readonly #editions = new WeakMap<HostedDeployment, number>();
  #deployments: ReadonlyMap<string, ObservedHosted> = new Map();
  #opened = 0;
  #listen: ((port: MessagePort) => void) | null = null;

  /** @param script - URL of the built thread script. */
  constructor(script: URL, report: (line: string) => void) {
    this.#thread = new HostThread<ObserverThread, ObserverHost>({
      script,
      // Room for the verdicts and lists of a second: objects that outlive it wait for a full collection.
      worker: { resourceLimits: { maxYoungGenerationSizeMb: 16 } },
      name: 'The observer’s thread',
      report,
      handlers: {
        request: (request, signal) => this.#respond(request, signal),
        poll: (look) => this.#hear(look),
        report,
      },
      // A new thread polls everything again.
      onStart: (thread) => {
        this.#openRecord(thread);
        thread.notify('take', this.#described());
      },
    });
  }

  recordTo(listen: (port: MessagePort) => void): void {
    this.#listen = listen;
    if (this.#thread.peer) this.#openRecord(this.#thread.peer);
  }

  subscribe(listener: (look: Poll) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(deployments: readonly ObservedHosted[]): void {
    this.#deployments = new Map(deployments.map((each) => [each.hosted.slug, each]));
    const described = this.#described();
    const running = this.#thread.peer;
    if (running) running.notify('take', described);
    else if (described.length > 0) this.#thread.start();
  }

  async metrics(slugs: ReadonlySet<string>): Promise<string | null> {
    const running = this.#thread.peer;
    if (!running) return this.#described().length === 0 ? '' : null;
    return within(running.call('metrics', slugs), longestWait, null).catch(() => null);
  }

  async states(slugs: ReadonlySet<string>): Promise<readonly CurrentState[]> {
    const running = this.#thread.peer;
    return running ? within(running.call('states', slugs), longestWaitForStates, []).catch(() => []) : [];
  }

  close(): Promise<void> {
    return this.#thread.close();
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

  #openRecord(thread: Peer<ObserverThread, ObserverHost>): void {
    if (!this.#listen) return;
    const { port1, port2 } = new MessageChannel();
    thread.notify('recordTo', port1, [port1]);
    this.#listen(port2);
  }

  #hear(look: Poll): void {
    const current = this.#deployments.get(look.slug)?.hosted;
    if (!current || this.#editionOf(current) !== look.edition) return;
    for (const listener of this.#listeners) listener(look);
  }

  async #respond(
    { slug, path, accept }: HostRequest,
    signal: AbortSignal,
  ): Promise<WithTransfer<HostResponse>> {
    const hosted = this.#deployments.get(slug)?.hosted;
    if (!hosted) throw new Error('There is no such deployment.');
    const headersSent = { get: (name: string) => (name === 'accept' ? accept : null) };
    const request = {
      method: 'GET',
      url: `http://observer${path}`,
      headers: headersSent,
      signal,
      needsParts: true,
    };
    const end = path.indexOf('?');
    const bare = end === -1 ? path : path.slice(0, end);
    // A sliced list takes one request per region. These requests must not use up the budget of viewers.
    const isSlice = /[?&]region=/.test(path);
    const response = await hosted.answer(request, bare, isSlice ? 'low' : 'normal');
    const parts = partsOf(response);
    const { status } = response;
    const headers = withoutSecurity(parts?.headers ?? Object.fromEntries(response.headers));
    if (!parts && response.body && Number(headers['edgewatch-length']) > longestPlain) {
      const body = sendBody(response.body);
      return new WithTransfer({ status, headers, body }, [body]);
    }
    const body = new Uint8Array(parts?.body ?? (await response.arrayBuffer()));
    return new WithTransfer({ status, headers, body }, [body.buffer]);
  }
}
