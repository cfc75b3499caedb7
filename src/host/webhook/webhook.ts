/** Reports each confirmed change of a deployment's verdict and parts to the configured targets (docs/operate/webhook.md). */

import type { Sending, WebhookState } from '#contract/host.ts';
import type { Poll } from '../observe/messages.ts';
import { delivered, emptyQueue, noted, type Queue, retained } from './queue.ts';
import { QueueFileError, queueFromText, queueToText } from './queue-file.ts';
import { type Delivery, Target, type WebhookTarget } from './target.ts';

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

interface WebhookSettings {
  readonly targets: readonly WebhookTarget[];
  readonly deployments: readonly { readonly slug: string; readonly name: string }[];
  /** Address of the dashboard for links in messages, without a slash at its end; `null` for no links. */
  readonly publicUrl: string | null;
  readonly isMuted: (slug: string, now: number) => boolean;
}

/** Milliseconds after a failure before the queue is written again. */
const writePause = 10_000;
const mostShown = 20;
/** Minimum milliseconds between two test messages to the targets. */
const testPause = 10_000;

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
  readonly #targets = new Map<string, Target>();
  #settings: WebhookSettings = { targets: [], deployments: [], publicUrl: null, isMuted: () => false };
  #names: ReadonlyMap<string, string> = new Map();
  #queue: Queue;
  #isClosed = false;
  #isStored = true;
  #rewrite: ReturnType<typeof setTimeout> | undefined;
  #testedAt = Number.NEGATIVE_INFINITY;
  /** The last attempts to send messages, newest first. `slug` is `null` for a test message. */
  #shown: readonly { readonly slug: string | null; readonly sending: Sending }[] = [];

  constructor(world: WebhookWorld) {
    this.#world = world;
    this.#queue = readQueue(world);
  }

  take(settings: WebhookSettings): void {
    const { targets, deployments } = settings;
    this.#settings = settings;
    this.#names = new Map(deployments.map(({ slug, name }) => [slug, name]));
    const slugs = new Set(this.#names.keys());
    this.#store(targets.length > 0 ? retained(this.#queue, slugs, targets) : emptyQueue);
    const ids = new Set(targets.map(({ id }) => id));
    for (const [id, target] of this.#targets)
      if (!ids.has(id)) {
        target.close();
        this.#targets.delete(id);
      }
    for (const each of targets) {
      const known = this.#targets.get(each.id);
      if (known) known.take(each);
      else this.#targets.set(each.id, this.#open(each));
      this.#targets.get(each.id)?.run();
    }
  }

  note({ slug, at, verdict: { headline }, parts: reading }: Poll): void {
    const name = this.#names.get(slug);
    const { targets, publicUrl, isMuted } = this.#settings;
    if (targets.length === 0 || name === undefined || !reading) return;
    // The states of a muted deployment are not noted: what still differs at the end is reported then.
    if (this.#queue.reported.has(slug) && isMuted(slug, this.#world.now())) return;
    const url = publicUrl === null ? null : `${publicUrl}/${slug}`;
    this.#store(noted(this.#queue, { slug, name, reading, headline, at, url }, targets));
    for (const target of this.#targets.values()) target.run();
  }

  /**
   * Returns the pending and sent messages.
   * @param slugs - of the deployments that the viewer may see.
   */
  state(slugs: ReadonlySet<string>): WebhookState {
    const targets = this.#settings.targets.map(({ id, name }) => ({
      name,
      waiting: (this.#queue.pending.get(id) ?? []).filter(({ deployment }) => slugs.has(deployment)).length,
    }));
    const shown = this.#shown.filter(({ slug }) => slug === null || slugs.has(slug));
    return {
      waiting: targets.reduce((sum, { waiting }) => sum + waiting, 0),
      targets,
      sendings: shown.map(({ sending }) => sending),
    };
  }

  /** Sends a test message to every target, at most once in {@link testPause}. */
  async test(): Promise<void> {
    const now = this.#world.now();
    if (this.#targets.size === 0 || now - this.#testedAt < testPause) return;
    this.#testedAt = now;
    await Promise.all([...this.#targets.values()].map((target) => target.test()));
  }

  close(): void {
    this.#isClosed = true;
    for (const target of this.#targets.values()) target.close();
    clearTimeout(this.#rewrite);
  }

  #open(target: WebhookTarget): Target {
    const { send, report, now } = this.#world;
    return new Target(target, {
      send,
      report,
      now,
      pending: (id) => this.#queue.pending.get(id) ?? [],
      onDelivered: (id, message) => this.#store(delivered(this.#queue, id, message.id)),
      onAttempt: (slug, sending) => {
        this.#shown = [{ slug, sending }, ...this.#shown].slice(0, mostShown);
      },
    });
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
