/**
 * The history record as the HTTP thread sees it (docs/understand/history.md). history-thread.ts reads and
 * writes the record.
 */

import type { MessagePort } from 'node:worker_threads';
import type { Peer } from '#client/rpc/peer.ts';
import { Store } from '../gateway/cache/store.ts';
import { SingleFlight } from '../net/single-flight.ts';
import { HostThread } from '../threads/host-thread.ts';
import { within } from '../threads/within.ts';
import { CostEstimates, WorkQueue } from '../threads/work-queue.ts';
import type {
  HistoryHost,
  HistoryResult,
  HistoryStart,
  HistoryThread,
  RecorderSettings,
  RecordState,
} from './messages.ts';
import type { NotePost } from './notes/post-note.ts';
import type { Answered, Question } from './responses/context.ts';

export interface History {
  take(settings: RecorderSettings): void;
  /**
   * Requests a response from the history thread. Equal requests at one time share one response.
   * @param leaving - aborts when the viewer has left. A request without viewers is dropped before it runs.
   * @returns `null` if too much work waits, the request takes too long, or the thread is not running.
   */
  ask(question: Question, leaving?: AbortSignal): Promise<Answered | null>;
  /**
   * Writes or withdraws a note. Responses to later requests show it.
   * @returns `null` if too much work waits, or the thread is not running or broke. In the last case the note may be
   * written.
   */
  post(post: NotePost): Promise<Answered | null>;
  readonly state: RecordState | null;
  listen(port: MessagePort): void;
  close(): Promise<void>;
}

const notFound = async () => ({ status: 404, headers: {}, body: new TextEncoder().encode('{"status":404}') });

export const noHistory: History = {
  take: () => undefined,
  ask: notFound,
  post: notFound,
  state: { recording: false, reason: 'off' },
  listen: (port) => port.close(),
  close: async () => undefined,
};

/** Maximum milliseconds that a request waits and runs. Then it is given up. */
const longestWait = 10_000;

/**
 * Maximum estimated milliseconds of work that waits for the thread or runs. An admitted request is answered
 * in about that time.
 */
const mostWork = 2_000;

/**
 * Number of requests that are admitted whatever they cost: those of one page at opening. On a busy machine they
 * may cost more than `mostWork`, but a single viewer must not be refused.
 */
const requestsOfPage = 12;

/** Milliseconds for which a response is also served to later, equal requests. */
const sharedMilliseconds = 1_000;

/** Maximum bytes of all shared responses together. */
const sharedBytes = 16 * 1024 ** 2;

/** Estimated bytes that a shared response takes besides its key and body. */
const entryBytes = 2 * 1024;

/** Returns the kind of a request. Requests of one kind cost about the same. */
function kindOf({ path, search, feed }: Question): string {
  const [, slug, name, , ...rest] = path.split('/');
  // The time of a past response makes no difference.
  const address = name === 'at' ? [slug, name, ...rest].join('/') : path;
  return `${feed ? 'feed ' : ''}${address} ${new URLSearchParams(search).get('kind') ?? ''}`;
}

function keyOf({ visible, ...rest }: Question): string {
  return JSON.stringify([rest, visible && [...visible]]);
}

/** Maximum milliseconds for the thread to write the end of the record when the host stops. */
const longestEnd = 3_000;

export interface HistoryOptions extends HistoryStart {
  readonly script: URL;
  readonly report: (line: string) => void;
  /**
   * Called when the thread starts, and when the thread needs all readings from the beginning. The observer
   * then needs a new port.
   */
  readonly onStart: () => void;
}

export class RecordedHistory implements History {
  readonly #thread: HostThread<HistoryThread, HistoryHost>;
  #taken: RecorderSettings | null = null;
  readonly #queue = new WorkQueue(mostWork, requestsOfPage);
  readonly #costs = new CostEstimates();
  readonly #flights = new SingleFlight<Answered | null>();
  readonly #shared = new Store<Answered>(sharedBytes);
  /** Number of posts that have ended. Responses from before are not shared with requests after them. */
  #posts = 0;
  state: RecordState | null = null;

  constructor({ script, folder, version, report, onStart }: HistoryOptions) {
    const workerData: HistoryStart = { folder, version };
    this.#thread = new HostThread<HistoryThread, HistoryHost>({
      script,
      worker: { workerData },
      name: 'The history thread',
      report,
      handlers: {
        state: (state) => {
          this.state = state;
        },
        report,
        restarted: onStart,
      },
      onStart: (thread) => {
        if (this.#taken) thread.notify('take', this.#taken);
        onStart();
      },
      // Committed rows stay. The time until the restart becomes a gap.
      onCrash: () => {
        this.state = null;
      },
    });
  }

  take(settings: RecorderSettings): void {
    this.#taken = settings;
    const isWanted = settings.deployments.some(({ observe }) => observe !== 'off');
    if (!isWanted) this.state = { recording: false, reason: 'off' };
    const running = this.#thread.peer;
    if (running) running.notify('take', this.#taken);
    else if (isWanted) this.#thread.start();
  }

  listen(port: MessagePort): void {
    const running = this.#thread.peer;
    if (running) running.notify('listen', port, [port]);
    else port.close();
  }

  async ask(question: Question, leaving?: AbortSignal): Promise<Answered | null> {
    // A host that observes nothing has not started the thread, but can still read the record.
    if (!this.#thread.start()) return null;
    const key = `${this.#posts} ${keyOf(question)}`;
    const shared = this.#shared.get(key);
    if (shared) return shared;
    return this.#flights.run(key, (signal) => this.#queued(key, question, signal), leaving);
  }

  async post(post: NotePost): Promise<Answered | null> {
    if (!this.#thread.start()) return null;
    const answer = await this.#run('post', (thread) => thread.call('post', post), new AbortController().signal);
    // A refused note changes nothing. Without an answer, a note may have been written.
    if (!answer || answer.status < 400) this.#posts += 1;
    return answer;
  }

  async #queued(key: string, question: Question, abandoned: AbortSignal): Promise<Answered | null> {
    const answer = await this.#run(kindOf(question), (thread) => thread.call('ask', question), abandoned);
    if (answer) {
      const bytes = entryBytes + key.length + (answer.body?.byteLength ?? 0);
      this.#shared.put(key, answer, { owner: '', bytes, milliseconds: sharedMilliseconds });
    }
    return answer;
  }

  /** Calls the thread when its turn comes. */
  async #run(
    kind: string,
    call: (thread: Peer<HistoryThread, HistoryHost>) => Promise<HistoryResult>,
    abandoned: AbortSignal,
  ): Promise<Answered | null> {
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(), longestWait);
    const signal = AbortSignal.any([abandoned, expiry.signal]);
    const job = async () => {
      const { peer } = this.#thread;
      const result = peer ? await call(peer).catch(() => null) : null;
      // The thread broke.
      if (!result) return null;
      this.#costs.learn(kind, result.milliseconds);
      return result.answer;
    };
    const answer = await this.#queue.run(this.#costs.of(kind), job, signal);
    clearTimeout(timer);
    return answer;
  }

  close(): Promise<void> {
    return this.#thread.close((thread) => within(thread.call('close', undefined), longestEnd, null));
  }
}
