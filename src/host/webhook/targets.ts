/** The configured webhook targets, and their last attempts to send messages. */

import type { Sending, WebhookState } from '#contract/host.ts';
import type { Message } from './message.ts';
import { type Delivery, Target, type WebhookTarget } from './target.ts';

interface TargetsWorld {
  /**
   * Sends one message. Resolves once the target accepted it. @throws Error with a clause that says why it did
   * not.
   */
  readonly send: (delivery: Delivery) => Promise<void>;
  readonly report: (line: string) => void;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
  /** Returns the messages that may be sent to a target now, oldest first. */
  readonly pending: (target: string) => readonly Message[];
  readonly onDelivered: (target: string, message: Message) => void;
}

/** What a webhook is configured with. */
export interface WebhookSettings {
  readonly targets: readonly WebhookTarget[];
  readonly deployments: readonly { readonly slug: string; readonly name: string }[];
  /** Address of the dashboard for links in messages, without a slash at its end; `null` for no links. */
  readonly publicUrl: string | null;
  readonly isMuted: (slug: string, now: number) => boolean;
}

const mostShown = 20;
/** Minimum milliseconds between two test messages to the targets. */
const testPause = 10_000;

export class Targets {
  readonly #world: TargetsWorld;
  readonly #targets = new Map<string, Target>();
  #names: readonly { readonly id: string; readonly name: string }[] = [];
  #testedAt = Number.NEGATIVE_INFINITY;
  /** The last attempts to send messages, newest first. `slug` is `null` for a test message. */
  #shown: readonly { readonly slug: string | null; readonly sending: Sending }[] = [];

  constructor(world: TargetsWorld) {
    this.#world = world;
  }

  /** Applies a new configuration. */
  take(targets: readonly WebhookTarget[]): void {
    this.#names = targets;
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

  /** Sends the pending messages of all targets. */
  run(): void {
    for (const target of this.#targets.values()) target.run();
  }

  /**
   * Returns the pending and sent messages.
   * @param slugs - of the deployments that the viewer may see.
   * @param waitingOf - returns the number of pending messages of a target about these deployments.
   */
  state(slugs: ReadonlySet<string>, waitingOf: (target: string) => number): WebhookState {
    const targets = this.#names.map(({ id, name }) => ({ name, waiting: waitingOf(id) }));
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
    for (const target of this.#targets.values()) target.close();
  }

  #open(target: WebhookTarget): Target {
    return new Target(target, {
      ...this.#world,
      onAttempt: (slug, sending) => {
        this.#shown = [{ slug, sending }, ...this.#shown].slice(0, mostShown);
      },
    });
  }
}
