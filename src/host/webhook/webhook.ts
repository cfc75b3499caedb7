/** Tells an address of its operator's of each verdict that changed and held (docs/webhook.md). */

import { createHmac, randomUUID } from 'node:crypto';
import type { Sending, WebhookState } from '#contract/host.ts';
import type { Look } from '../observe/messages.ts';
import {
  type Change,
  emptyQueue,
  keeping,
  noted,
  type Queue,
  queueFromText,
  queueToText,
  sent,
  textOf,
} from './queue.ts';

/** Where changes are told, and what they are signed with. */
export interface WebhookTarget {
  readonly url: () => string;
  /** `null` where nothing is signed. */
  readonly secret: (() => string) | null;
}

/** One message on its way. */
export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The outside world, which tests replace. */
export interface WebhookWorld {
  /** Resolves once the other side took it. @throws Error with a clause that says why not. */
  readonly send: (delivery: Delivery) => Promise<void>;
  /** What was kept by the run before; empty where nothing was. */
  readonly read: () => string;
  /** Keeps it over a crash. @throws where that cannot be. */
  readonly write: (text: string) => void;
  readonly report: (line: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const firstPause = 1_000;
const longestPause = 5 * 60_000;
/** Milliseconds before what could not be written is tried again. */
const writePause = 10_000;
const mostRemembered = 10;
/** Milliseconds between two tests. */
const testPause = 10_000;

/** Milliseconds before the next try, after so many. */
export function pauseAfter(attempts: number): number {
  return Math.min(firstPause * 2 ** (attempts - 1), longestPause);
}

/** The signature of a body at a time, so that neither an old message nor another passes for this one. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * A headline may be a word of the deployment's own: in a chat it is to call nobody, and lead nowhere. Look-alikes stand
 * for what chat tools make links, calls and code of.
 */
function withoutMarkup(text: string): string {
  return text
    .replaceAll(/[<>@[\]`*_|\\]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
    .replaceAll(/\p{Cc}/gu, '\ufffd');
}

/** A change as it is sent: `text` for chat tools, the rest for programs. */
export function bodyOf(change: Change): string {
  const quoted = change.headline === '' ? '' : ` (${withoutMarkup(change.headline)})`;
  return JSON.stringify({ text: textOf(change) + quoted, kind: 'verdict', ...change });
}

export class Webhook {
  readonly #world: WebhookWorld;
  readonly #names = new Map<string, string>();
  #target: WebhookTarget | null = null;
  #queue: Queue;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #isClosed = false;
  #isKept = true;
  #rewrite: ReturnType<typeof setTimeout> | undefined;
  #testedAt = Number.NEGATIVE_INFINITY;
  /** The newest first, with the deployment that each is about. */
  #remembered: readonly { readonly slug: string | null; readonly sending: Sending }[] = [];

  constructor(world: WebhookWorld) {
    this.#world = world;
    this.#queue = queueFromText(world.read());
  }

  /** Tells there from now on, of these deployments; `null` tells nobody, and forgets what was to be told. */
  take(
    target: WebhookTarget | null,
    deployments: readonly { readonly slug: string; readonly name: string }[],
  ): void {
    this.#target = target;
    this.#names.clear();
    for (const { slug, name } of deployments) this.#names.set(slug, name);
    this.#keep(target ? keeping(this.#queue, new Set(this.#names.keys())) : emptyQueue);
    // It may be another address, or another message's turn: neither has failed yet.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#attempts = 0;
    this.#go();
  }

  /** Takes in a look of the observer. */
  note({ slug, at, verdict: { held, headline } }: Look): void {
    const name = this.#names.get(slug);
    if (!this.#target || held === null || name === undefined) return;
    this.#keep(noted(this.#queue, { slug, name, severity: held, headline, at }));
    this.#go();
  }

  /** What waits of these deployments, and the last tries, the newest first. */
  state(slugs: ReadonlySet<string>): WebhookState {
    const waiting = this.#queue.waiting.filter(({ deployment }) => slugs.has(deployment)).length;
    const remembered = this.#remembered.filter(({ slug }) => slug === null || slugs.has(slug));
    return { waiting, sendings: remembered.map(({ sending }) => sending) };
  }

  /** Sends a message that says it is a test, once and now, where the last one is long enough ago. */
  async test(): Promise<void> {
    const now = this.#world.now();
    if (!this.#target || now - this.#testedAt < testPause) return;
    this.#testedAt = now;
    const [id, at] = [randomUUID(), new Date(now).toISOString()];
    const text = 'A test message of Edgewatch.';
    const failure = await this.#try(this.#target, id, JSON.stringify({ text, kind: 'test', id, at }));
    this.#remember(null, { id, text, at, attempt: 1, failure });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#rewrite);
  }

  /** Written before anything rests on it: what is sent twice then has the same id. */
  #keep(next: Queue): void {
    // Most looks change nothing.
    if (next === this.#queue) return;
    this.#queue = next;
    this.#write();
  }

  #write(): void {
    clearTimeout(this.#rewrite);
    try {
      this.#world.write(queueToText(this.#queue));
      this.#isKept = true;
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
      if (this.#isKept)
        this.#world.report(`Changes to be told cannot be kept (${code}): a restart would lose them.`);
      this.#isKept = false;
      if (!this.#isClosed) this.#rewrite = setTimeout(() => this.#write(), writePause);
    }
  }

  #remember(slug: string | null, sending: Sending): void {
    this.#remembered = [{ slug, sending }, ...this.#remembered].slice(0, mostRemembered);
  }

  #go(): void {
    if (this.#isSending || this.#isClosed || this.#timer !== undefined) return;
    const [next] = this.#queue.waiting;
    if (next && this.#target) void this.#send(this.#target, next);
  }

  async #send(target: WebhookTarget, change: Change): Promise<void> {
    this.#isSending = true;
    this.#attempts += 1;
    const failure = await this.#try(target, change.id, bodyOf(change));
    this.#isSending = false;
    const at = new Date(this.#world.now()).toISOString();
    const { id, deployment } = change;
    this.#remember(deployment, { id, text: textOf(change), at, attempt: this.#attempts, failure });
    if (failure === null) {
      this.#attempts = 0;
      this.#keep(sent(this.#queue, id));
      return this.#go();
    }
    if (this.#isClosed) return;
    this.#world.report(`The webhook did not take "${textOf(change)}": ${failure}. It is tried again.`);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#go();
    }, pauseAfter(this.#attempts));
  }

  /** @returns why it was not taken; `null` where it was. */
  async #try(target: WebhookTarget, id: string, body: string): Promise<string | null> {
    const seconds = Math.floor(this.#world.now() / 1000);
    const signature = target.secret && signatureOf(target.secret(), seconds, body);
    const headers = {
      'content-type': 'application/json',
      'edgewatch-delivery': id,
      'edgewatch-timestamp': String(seconds),
      ...(signature !== null && { 'edgewatch-signature': signature }),
    };
    try {
      await this.#world.send({ url: target.url(), headers, body });
      return null;
    } catch (cause) {
      return cause instanceof Error ? cause.message : 'unknown error';
    }
  }
}
