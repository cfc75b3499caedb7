/**
 * A long list that the host has read. It answers for it at once, while the list itself, which may take long to come, is
 * taken in by a thread of the page; from then on that one answers.
 */

import { parse, stringify } from 'devalue';
import type { EndpointPath } from '../../contract/endpoints.ts';
import type { ListRecord, ListResource } from '../../contract/resources.ts';
import { fieldsOf } from '../../domain/fields.ts';
import { ListGone } from '../../domain/list-gone.ts';
import type { Held, Page } from '../../domain/planner/page.ts';
import { openDeadline } from '../deadline.ts';
import type { LargeBody } from '../large-body.ts';
import { plainRequest } from '../plain-request.ts';
import type { HostAsk, HostRead, HostReply } from './host-read.ts';
import type { ListThread, Received } from './list-thread.ts';
import type { ReadList } from './messages.ts';
import { type Holder, mostPrepared, remoteRows } from './remote-listing.ts';

export interface HostSide {
  /** Where the host answers for the list. */
  readonly address: string;
  readonly exchange: typeof globalThis.fetch;
  /** Longest wait for anything to come, milliseconds. */
  readonly patience: number;
  /** @throws an error where no thread can be had. */
  readonly openThread: () => ListThread;
  /** Called where the list cannot be taken in: it has to be asked for anew. */
  readonly onLoss: () => void;
  /** Calls back once there is nothing better to do. */
  readonly idle: (then: () => void) => void;
}

/** More rows are for an export, not for a screen. */
const mostRows = 256;

/**
 * Whether host and page give the same answer: they may know different versions of Unicode, by which words are ordered and
 * searched.
 */
function isForHost(resource: ListResource, { lookups, call }: HostAsk): boolean {
  if (call.name === 'numbers' || (call.name === 'slice' && call.to - call.from > mostRows)) return false;
  const { text = '', sort = [] } = call.question;
  const fields: Readonly<Record<string, { readonly kind: string }>> = fieldsOf[resource](lookups);
  return text.trim() === '' && sort.every(({ field }) => fields[field]?.kind === 'number');
}

/** Rows do not wait for figures. */
function isFigure({ call: { name } }: HostAsk): boolean {
  return name === 'group' || name === 'sum' || name === 'cloud';
}

interface Waiting {
  readonly ask: HostAsk;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

/** Sends what is asked at once in one request, figures in another. */
function hostAsker({ address, exchange, patience }: HostSide, signal: AbortSignal) {
  let unsent: Waiting[] = [];
  const send = async (asks: readonly Waiting[]) => {
    const limits = { headersMilliseconds: patience, totalMilliseconds: patience };
    const deadline = openDeadline({ ...limits, maximumBodyBytes: Number.POSITIVE_INFINITY }, signal);
    try {
      const body = stringify(asks.map(({ ask }) => ask));
      const init = { ...plainRequest, method: 'POST', body, signal: deadline.signal };
      const response = await exchange(address, init);
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
      // The host's own words, of this build.
      const replies = parse(await response.text()) as readonly HostReply[];
      for (const [index, { resolve, reject }] of asks.entries()) {
        const reply = replies[index];
        if (reply && 'value' in reply) resolve(reply.value);
        else reject(new Error(reply?.failed ?? 'The host left a question out.'));
      }
    } catch (cause) {
      for (const { reject } of asks) reject(cause);
    } finally {
      deadline.end();
    }
  };
  return (ask: HostAsk) =>
    new Promise<unknown>((resolve, reject) => {
      unsent.push({ ask, resolve, reject });
      if (unsent.length > 1) return;
      queueMicrotask(() => {
        const [figures, others] = [true, false].map((are) =>
          unsent.filter((each) => isFigure(each.ask) === are),
        );
        unsent = [];
        for (const asks of [others, figures]) if (asks && asks.length > 0) void send(asks);
      });
    });
}

/** Takes in the list itself, of so many bytes. */
async function takeIn(
  body: LargeBody<Received>,
  bytes: number,
  { address, exchange, patience }: HostSide,
  signal: AbortSignal,
): Promise<Received> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  signal.addEventListener('abort', leave, { once: true });
  let timer = setTimeout(leave, patience);
  // However long the whole takes: its rows are on the screen.
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(leave, patience);
  };
  try {
    const response = await exchange(address, { ...plainRequest, signal: leaving.signal });
    if (response.status !== 200 || !response.body) throw new Error(`HTTP ${response.status}`);
    const reader = response.body.getReader();
    let received = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      received += part.value.byteLength;
      body.write(part.value);
    }
    clearTimeout(timer);
    if (received !== bytes) throw new Error(`${received} bytes came of ${bytes}`);
    return (await body.end()).value;
  } catch (cause) {
    body.cancel();
    throw cause;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

/** The page's own copy. */
interface OwnList<R extends ListResource> {
  readonly holder: Holder;
  readonly held: Held<ListRecord<R>>;
}

/** A list of which the host tells what it has read. */
export function readByHost<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  { read, bytes }: HostRead,
  side: HostSide,
): LargeBody<Page<ListRecord<R>>> {
  // The host's own words, of this build.
  const { facts, findings, unlisted } = parse(read) as ReadList;
  const leaving = new AbortController();
  const askHost = hostAsker(side, leaving.signal);
  const answered: HostAsk[] = [];
  let asking = 0;
  let own: Holder | null = null;
  let taking: Promise<OwnList<R>> | null = null;
  let isLost = false;

  const take = async (): Promise<OwnList<R>> => {
    try {
      const thread = side.openThread();
      const received = await takeIn(thread.receive(resource, path, {}), bytes, side, leaving.signal);
      own = received.holder;
      // The screen asks the same again, in another order or of fewer rows: that is quick once it was asked.
      for (const { lookups, call } of answered.splice(0)) own.prepare(lookups, call).catch(() => undefined);
      return { holder: own, held: thread.held(resource, received) };
    } catch {
      isLost = true;
      if (!leaving.signal.aborted) side.onLoss();
      throw new ListGone();
    }
  };
  const taken = () => (taking ??= take());
  // What is on the screen first comes first.
  const takeSoon = () => {
    if (asking > 0 || taking) return;
    side.idle(() => {
      if (!leaving.signal.aborted) taken().catch(() => undefined);
    });
  };
  const askedOfHost = async (ask: HostAsk) => {
    asking += 1;
    try {
      const value = await askHost(ask);
      if (!own && answered.length < mostPrepared) answered.push(ask);
      return { value };
    } catch {
      // The list itself, once it is here, knows as much.
      return null;
    } finally {
      asking -= 1;
      takeSoon();
    }
  };

  const holder: Holder = {
    ask: async (lookups, call) => {
      const ask = { lookups, call };
      const reply = own === null && isForHost(resource, ask) ? await askedOfHost(ask) : null;
      if (leaving.signal.aborted) throw new ListGone();
      return reply ? reply.value : (await taken()).holder.ask(lookups, call);
    },
    prepare: async (lookups, call) => (await taken()).holder.prepare(lookups, call),
    isLost: () => isLost || (own?.isLost() ?? false),
    release: () => {
      leaving.abort();
      own?.release();
    },
  };
  const held: Held<ListRecord<R>> = remoteRows(holder, facts.count, async (parts, claim) => {
    const { held: ownHeld } = await taken();
    const moved = parts.map((part) =>
      part.page.held === held ? { ...part, page: { ...part.page, held: ownHeld } } : part,
    );
    if (!ownHeld.unite) throw new ListGone();
    return ownHeld.unite(moved, claim);
  });
  return {
    write: () => undefined,
    end: async () => ({ value: { ...facts, held }, findings, unlisted }),
    cancel: () => holder.release(),
  };
}
