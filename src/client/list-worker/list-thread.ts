/**
 * The page's side of a list worker, which reads large lists in a thread of its own (its side:
 * serve-lists.ts). The worker ends when its last list is dropped.
 */

import type { ListParameters } from '#contract/decode/list.ts';
import { ContractError } from '#contract/decode/row.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListResource, ListRow } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Page, PageRows, Part } from '#domain/lists/planner/page.ts';
import type { LargeBody } from '../body.ts';
import { type Message, type NoMethods, Peer, type Port } from '../rpc/peer.ts';
import type { ListMethods } from './messages.ts';
import { type RemoteList, remoteRows } from './remote-listing.ts';
import { mostSent, sentRows } from './sent-rows.ts';

export interface Thread extends Port {
  /**
   * Registers the receiver of the worker's messages.
   * @param onDeath - called if the worker could not start, or failed.
   */
  listen(onMessages: (messages: readonly Message[]) => void, onDeath: () => void): void;
  terminate(): void;
}

export class ListThread {
  readonly #worker: Thread;
  readonly #peer: Peer<ListMethods, NoMethods>;
  /** Abort controller of each list, by the list's number. Aborting it cancels all calls about the list. */
  readonly #lists = new Map<number, AbortController>();
  readonly #numbers = new WeakMap<object, number>();
  #named = 0;
  #gone: 'ended' | 'died' | null = null;

  constructor(worker: Thread, onDeath: () => void) {
    this.#worker = worker;
    this.#peer = new Peer(worker, {}, { ContractError, SyntaxError });
    worker.listen(
      (messages) => this.#peer.receive(messages),
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

  /**
   * Opens a list in the worker.
   * @returns the destination of the response body, which the worker reads.
   */
  take<R extends ListResource>(
    resource: R,
    path: EndpointPath,
    parameters: ListParameters,
  ): LargeBody<Page<ListRow<R>>> {
    const list = this.#nextNumber();
    this.#peer.notify('open', { list, resource, path, parameters });
    return {
      write: (bytes) => this.#peer.notify('part', { list, bytes }, [bytes.buffer]),
      end: async () => {
        try {
          const { facts, findings, unlisted } = await this.#call(list, 'end', list);
          return { value: { ...facts, content: this.#held(resource, list, facts.count) }, findings, unlisted };
        } catch (cause) {
          this.#drop(list);
          throw cause;
        }
      },
      cancel: () => this.#drop(list),
    };
  }

  #held<R extends ListResource>(resource: R, list: number, count: number): PageRows<ListRow<R>> {
    const remoteList: RemoteList = {
      ask: (lookups, call) => this.#call(list, 'ask', { list, lookups, call, prefetch: false }),
      prefetch: (lookups, call) => this.#call(list, 'ask', { list, lookups, call, prefetch: true }),
      isLost: () => this.#gone === 'died',
      release: () => this.#drop(list),
    };
    const cached = remoteRows<ListRow<R>>(remoteList, count, (parts, claim) =>
      this.#unite(resource, parts, claim),
    );
    this.#numbers.set(cached, list);
    return cached;
  }

  async #unite<R extends ListResource>(
    resource: R,
    parts: readonly Part<ListRow<R>>[],
    claim: Claim,
  ): Promise<Listing<ListRow<R>>> {
    const given: number[] = [];
    const give = async (rows: readonly object[]) => {
      const list = this.#nextNumber();
      given.push(list);
      for (let from = 0; from < rows.length; from += mostSent) {
        const part = sentRows(rows.slice(from, from + mostSent));
        // Part by part, so that the page can do other work between them.
        await this.#call(list, 'give', { list, rows: part });
      }
      return list;
    };
    try {
      const lists = await Promise.all(
        parts.map(async ({ page: { content: held }, rowFilter }) => ({
          list: this.#numbers.get(held) ?? (await give(await held.rows())),
          rowFilter,
        })),
      );
      if (lists.some(({ list }) => !this.#lists.has(list))) throw new ListGone();
      const list = this.#nextNumber();
      const count = await this.#call(list, 'unite', { list, resource, parts: lists });
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
    this.#lists.set(list, new AbortController());
    return list;
  }

  async #call<K extends keyof ListMethods>(
    list: number,
    method: K,
    argument: Parameters<ListMethods[K]>[0],
  ): Promise<ReturnType<ListMethods[K]>> {
    const leaving = this.#lists.get(list);
    if (!leaving) throw new ListGone();
    return this.#peer.call(method, argument, { signal: leaving.signal });
  }

  #drop(list: number): void {
    const leaving = this.#lists.get(list);
    if (!leaving) return;
    this.#lists.delete(list);
    leaving.abort(new ListGone());
    if (this.#lists.size === 0) this.#end('ended');
    else this.#peer.notify('drop', list);
  }

  #end(how: 'ended' | 'died'): void {
    this.#gone = how;
    this.#lists.clear();
    this.#worker.terminate();
    this.#peer.close(new ListGone());
  }
}
