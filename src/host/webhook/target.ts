/** Sends the pending messages of one webhook target, one at a time, and retries with a backoff. */

import { createHmac, randomUUID } from 'node:crypto';
import type { Sending } from '#contract/host.ts';
import { bodyOf, type Message, textOf } from './message.ts';
import type { TargetFilter } from './queue.ts';

/** A target as configured. Its address and secret are read again at each attempt. */
export interface WebhookTarget extends TargetFilter {
  readonly name: string;
  readonly url: () => string;
  /** Returns the key of the signature; `null` if messages are not signed. */
  readonly secret: (() => string) | null;
}

export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface TargetWorld {
  /**
   * Sends one message. Resolves once the target accepted it. @throws Error with a clause that says why it did
   * not.
   */
  readonly send: (delivery: Delivery) => Promise<void>;
  readonly report: (line: string) => void;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
  readonly pending: (target: string) => readonly Message[];
  readonly onDelivered: (target: string, message: Message) => void;
  readonly onAttempt: (deployment: string | null, sending: Sending) => void;
}

const firstPause = 1_000;
const longestPause = 5 * 60_000;

/** Returns the milliseconds until the next attempt, after a number of failed ones. */
export function pauseAfter(attempts: number): number {
  return Math.min(firstPause * 2 ** (attempts - 1), longestPause);
}

/**
 * Returns the signature of a message. It covers body and time: neither another message nor an old one passes
 * for this one.
 */
function signatureOf(secret: string, seconds: number, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

export class Target {
  readonly #world: TargetWorld;
  #target: WebhookTarget;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isClosed = false;

  constructor(target: WebhookTarget, world: TargetWorld) {
    this.#target = target;
    this.#world = world;
  }

  /** Applies a new configuration. Pending messages are tried at once: the address may be another one. */
  take(target: WebhookTarget): void {
    this.#target = target;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#attempts = 0;
    this.run();
  }

  /** Sends the pending messages, unless an attempt is running or a retry is scheduled. */
  run(): void {
    if (this.#isRunning || this.#isClosed || this.#timer !== undefined) return;
    const [next] = this.#world.pending(this.#target.id);
    if (next) void this.#deliver(next);
  }

  async test(): Promise<void> {
    const [id, at] = [randomUUID(), new Date(this.#world.now()).toISOString()];
    const text = 'A test message from Edgewatch.';
    const failure = await this.#attempt(id, JSON.stringify({ text, kind: 'test', id, at }));
    this.#world.onAttempt(null, { id, target: this.#target.name, text, at, attempt: 1, failure });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #deliver(message: Message): Promise<void> {
    this.#isRunning = true;
    this.#attempts += 1;
    const attempt = this.#attempts;
    const { name, id: target } = this.#target;
    const failure = await this.#attempt(message.id, bodyOf(message));
    const [at, text] = [new Date(this.#world.now()).toISOString(), textOf(message)];
    this.#world.onAttempt(message.deployment, { id: message.id, target: name, text, at, attempt, failure });
    this.#isRunning = false;
    if (failure === null) {
      this.#attempts = 0;
      this.#world.onDelivered(target, message);
      return this.run();
    }
    if (this.#isClosed) return;
    this.#world.report(`${name} did not accept "${text}": ${failure}. It is retried.`);
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.run();
      },
      pauseAfter(Math.max(1, this.#attempts)),
    );
  }

  /** Sends one message once. @returns why the target did not accept it, as a clause; `null` if it did. */
  async #attempt(id: string, body: string): Promise<string | null> {
    const { secret, url } = this.#target;
    const seconds = Math.floor(this.#world.now() / 1000);
    const signature = secret && signatureOf(secret(), seconds, body);
    const headers = {
      'content-type': 'application/json',
      'edgewatch-delivery': id,
      'edgewatch-timestamp': String(seconds),
      ...(signature !== null && { 'edgewatch-signature': signature }),
    };
    try {
      await this.#world.send({ url: url(), headers, body });
      return null;
    } catch (cause) {
      return cause instanceof Error ? cause.message : 'unknown error';
    }
  }
}
