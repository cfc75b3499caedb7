/** Reports each confirmed change of a deployment's verdict and parts to the configured targets (docs/operate/webhook.md). */

import type { WebhookState } from '#contract/host.ts';
import type { Poll } from '../observe/messages.ts';
import { delivered, emptyQueue, noted, type Queue, retained } from './queue.ts';
import { QueueFileError, queueFromText, queueToText } from './queue-file.ts';
import type { Delivery } from './target.ts';
import { Targets, type WebhookSettings } from './targets.ts';

/** Functions for network, file, log and clock, which tests replace. */
interface WebhookWorld {
  /**
   * Sends one message. Resolves once the target accepted it. @throws Error with a clause that says why it did
   * not.
   */
  readonly send: (delivery: Delivery) => Promise<void>;
  /** Returns the text of the stored queue; empty if there is none. @throws if it cannot be read. */
  readonly read: () => string;
  /** Stores the text of the queue durably. @throws if that fails. */
  readonly write: (text: string) => void;
  /** Renames a queue file that cannot be used. @returns its new name, or `null` if that failed. */
  readonly quarantine: () => string | null;
  readonly report: (line: string) => void;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
}

/** Milliseconds after a failure before the queue is written again. */
const writePause = 10_000;

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
}

/** Reads the stored queue. One that cannot be read is quarantined, never overwritten. */
function readQueue({ read, quarantine, report }: WebhookWorld): Queue {
  try {
    const text = read();
    return text === '' ? emptyQueue : queueFromText(text);
  } catch (cause) {
    const why = cause instanceof QueueFileError ? cause.message : codeOf(cause);
    const stored = quarantine();
    const outcome = stored === null ? 'it could not be renamed' : `it is kept as ${stored}`;
    report(`webhook.json cannot be read (${why}): ${outcome}. Its pending messages are not sent.`);
    return emptyQueue;
  }
}

export class Webhook {
  readonly #world: WebhookWorld;
  readonly #targets: Targets;
  #settings: WebhookSettings = { targets: [], deployments: [], publicUrl: null, isMuted: () => false };
  #names: ReadonlyMap<string, string> = new Map();
  #queue: Queue;
  #isClosed = false;
  #isStored = true;
  #rewrite: ReturnType<typeof setTimeout> | undefined;

  constructor(world: WebhookWorld) {
    this.#world = world;
    this.#queue = readQueue(world);
    this.#targets = new Targets({
      ...world,
      pending: (id) => this.#queue.pending.get(id) ?? [],
      onDelivered: (id, message) => this.#store(delivered(this.#queue, id, message.id)),
    });
  }

  take(settings: WebhookSettings): void {
    const { targets, deployments } = settings;
    this.#settings = settings;
    this.#names = new Map(deployments.map(({ slug, name }) => [slug, name]));
    const slugs = new Set(this.#names.keys());
    this.#store(targets.length > 0 ? retained(this.#queue, slugs, targets) : emptyQueue);
    this.#targets.take(targets);
  }

  note({ slug, at, verdict: { headline }, parts: reading }: Poll): void {
    const name = this.#names.get(slug);
    const { targets, publicUrl, isMuted } = this.#settings;
    if (targets.length === 0 || name === undefined || !reading) return;
    // The states of a muted deployment are not noted: what still differs at the end is reported then.
    if (this.#queue.reported.has(slug) && isMuted(slug, this.#world.now())) return;
    const url = publicUrl === null ? null : `${publicUrl}/${slug}`;
    this.#store(noted(this.#queue, { slug, name, reading, headline, at, url }, targets));
    this.#targets.run();
  }

  /**
   * Returns the pending and sent messages.
   * @param slugs - of the deployments that the viewer may see.
   */
  state(slugs: ReadonlySet<string>): WebhookState {
    const waitingOf = (id: string) =>
      (this.#queue.pending.get(id) ?? []).filter(({ deployment }) => slugs.has(deployment)).length;
    return this.#targets.state(slugs, waitingOf);
  }

  test(): Promise<void> {
    return this.#targets.test();
  }

  close(): void {
    this.#isClosed = true;
    this.#targets.close();
    clearTimeout(this.#rewrite);
  }

  /**
   * Replaces the queue and writes it before anything is sent: a message that is sent twice after a crash has
   * the same id.
   */
  #store(next: Queue): void {
    if (next === this.#queue) return;
    this.#queue = next;
    this.#write();
  }

  #write(): void {
    clearTimeout(this.#rewrite);
    try {
      this.#world.write(queueToText(this.#queue));
      this.#isStored = true;
    } catch (cause) {
      if (this.#isStored)
        this.#world.report(
          `webhook.json cannot be written (${codeOf(cause)}): a restart would lose pending messages.`,
        );
      this.#isStored = false;
      if (!this.#isClosed) this.#rewrite = setTimeout(() => this.#write(), writePause);
    }
  }
}
