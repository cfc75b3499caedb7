/** The page's side of a list worker. The worker ends when its last list is dropped. */

import type { Asked } from '#contract/decode/list.ts';
import { ContractError } from '#contract/decode/record.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListRecord, ListResource } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Held, Page, Part } from '#domain/lists/planner/page.ts';
import type { LargeBody } from '../body.ts';
import type { Ask, Asking, FromWorker, Numbered, ReadList, ToWorker } from './messages.ts';
import { type Holder, remoteRows } from './remote-listing.ts';
import { mostSent, sentRows } from './sent-rows.ts';

interface Waiting {
  readonly asking: Asking;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: Error) => void;
}

export interface Thread {
  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void;
  /** @param onDeath - called if the worker could not start, or failed. */
  listen(onMessage: (message: FromWorker) => void, onDeath: () => void): void;
  terminate(): void;
}

export class ListThread {
  readonly #worker: Thread;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lists = new Set<number>();
  readonly #numbers = new WeakMap<object, number>();
  #unsent: Numbered<Ask>[] = [];
  #asks = 0;
  #named = 0;
  #gone: 'ended' | 'died' | null = null;

  constructor(worker: Thread, onDeath: () => void) {
    this.#worker = worker;
    worker.listen(
      (message) => {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if (message.kind === 'answered') waiting?.resolve(message.value);
        else waiting?.reject(errorOf(message));
      },
      () => {
        if (this.#gone) return;
        this.#end('died');
        onDeath();
      },
    );
  }

  get isGone(): boolean {
    return this.#gone !== null;
  }

  /** Opens the body of a response for the worker to read. */
  take<R extends ListResource>(resource: R, path: EndpointPath, asked: Asked): LargeBody<Page<ListRecord<R>>> {
    const list = this.#nextNumber();
    this.#post({ kind: 'open', list, resource, path, asked });
    return {
      write: (bytes) => this.#post({ kind: 'part', list, bytes }, [bytes.buffer]),
      end: async () => {
        try {
          const { facts, findings, unlisted } = await this.#ask<ReadList>({ kind: 'end', list });
          return { value: { ...facts, held: this.#held(resource, list, facts.count) }, findings, unlisted };
        } catch (cause) {
          this.#drop(list);
          throw cause;
        }
      },
      cancel: () => this.#drop(list),
    };
  }

  #held<R extends ListResource>(resource: R, list: number, count: number): Held<ListRecord<R>> {
    const holder: Holder = {
      ask: (lookups, call) => this.#ask({ kind: 'ask', list, lookups, call, prefetch: false }),
      prefetch: (lookups, call) => this.#ask({ kind: 'ask', list, lookups, call, prefetch: true }),
      isLost: () => this.#gone === 'died',
      release: () => this.#drop(list),
    };
    const held = remoteRows<ListRecord<R>>(holder, count, (parts, claim) =>
      this.#unite(resource, parts, claim),
    );
    this.#numbers.set(held, list);
    return held;
  }

  async #unite<R extends ListResource>(
    resource: R,
    parts: readonly Part<ListRecord<R>>[],
    claim: Claim,
  ): Promise<Listing<ListRecord<R>>> {
    const given: number[] = [];
    const give = async (rows: readonly object[]) => {
      const list = this.#nextNumber();
      given.push(list);
      for (let from = 0; from < rows.length; from += mostSent) {
        const part = sentRows(rows.slice(from, from + mostSent));
        // Part by part, so that the page can do other work between them.
        await this.#ask({ kind: 'give', list, resource, rows: part });
      }
      return list;
    };
    try {
      const lists = await Promise.all(
        parts.map(async ({ page: { held }, keep }) => ({
          list: this.#numbers.get(held) ?? (await give(await held.rows())),
          keep,
        })),
      );
      if (lists.some(({ list }) => !this.#lists.has(list))) throw new ListGone();
      const list = this.#nextNumber();
      const count = await this.#ask<number>({ kind: 'unite', list, resource, parts: lists });
      const union = this.#held(resource, list, count);
      const listing = union.listing(claim);
      union.release?.();
      return listing;
    } finally {
      for (const list of given) this.#drop(list);
    }
  }

  #nextNumber(): number {
    const list = this.#named;
    this.#named += 1;
    this.#lists.add(list);
    return list;
  }

  #post(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #ask<T>(asking: Asking): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!this.#lists.has(asking.list)) return reject(new ListGone());
      this.#asks += 1;
      // The type of each reply follows from the kind of the message (messages.ts).
      this.#waiting.set(this.#asks, { asking, resolve: resolve as (value: unknown) => void, reject });
      this.#send(asking, this.#asks);
    });
  }

  #send(asking: Asking, id: number): void {
    if (asking.kind !== 'ask') return this.#post({ ...asking, id });
    this.#unsent.push({ ...asking, id });
    if (this.#unsent.length > 1) return;
    queueMicrotask(() => {
      const asks = this.#unsent;
      this.#unsent = [];
      try {
        this.#post({ kind: 'asks', asks });
      } catch (cause) {
        // `postMessage` threw (DataCloneError): reject the whole batch.
        for (const { id: each } of asks) {
          this.#waiting.get(each)?.reject(cause instanceof Error ? cause : new Error(String(cause)));
          this.#waiting.delete(each);
        }
      }
    });
  }

  #drop(list: number): void {
    if (!this.#lists.delete(list)) return;
    for (const [id, { asking, reject }] of this.#waiting)
      if (asking.list === list) {
        this.#waiting.delete(id);
        reject(new ListGone());
      }
    if (this.#lists.size === 0) this.#end('ended');
    else this.#post({ kind: 'drop', list });
  }

  #end(how: 'ended' | 'died'): void {
    this.#gone = how;
    this.#lists.clear();
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new ListGone());
    this.#waiting.clear();
  }
}

function errorOf({ cause, message }: Extract<FromWorker, { kind: 'failed' }>): Error {
  if (cause === 'contract') return new ContractError(message);
  return cause === 'syntax' ? new SyntaxError(message) : new Error(message);
}
