/**
 * A long list that the host has read. It answers for it at once, while the list itself, which may take long to come, is
 * taken in by a thread of the page; from then on that one answers.
 */

import type { EndpointPath } from '../../contract/endpoints.ts';
import type { ListRecord, ListResource } from '../../contract/resources.ts';
import { ListGone } from '../../domain/list-gone.ts';
import type { Held, Page } from '../../domain/planner/page.ts';
import type { LargeBody } from '../large-body.ts';
import { type HostPlace, hostAsker } from './ask-host.ts';
import { isForHost } from './for-host.ts';
import type { HostAsk } from './host-read.ts';
import type { ListThread } from './list-thread.ts';
import type { ReadList } from './messages.ts';
import { type Holder, mostPrepared, remoteRows } from './remote-listing.ts';
import { NotTheList, takeIn } from './take-in.ts';
import type { Told } from './told.ts';
import { unwritten } from './wire.ts';

export interface HostSide extends HostPlace {
  /** @throws an error where no thread can be had. */
  readonly openThread: () => ListThread;
  /** Called where the list cannot be taken in: it has to be asked for anew. */
  readonly onLoss: () => void;
  /** Calls back once there is nothing better to do. */
  readonly idle: (then: () => void) => void;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** The page's own copy. */
interface OwnList<R extends ListResource> {
  readonly holder: Holder;
  readonly held: Held<ListRecord<R>>;
}

/** Milliseconds after a connection broke, doubling. */
const pauses = { first: 500, longest: 30_000 } as const;
/** So long the host alone is asked, milliseconds: then the list itself is fetched as well, and whoever is first answers. */
const hostAlone = 2_000;

/** A list of which the host tells what it has read. */
export function readByHost<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  told: Told,
  side: HostSide,
): LargeBody<Page<ListRecord<R>>> {
  const { read, bytes, isPlain } = told.read;
  // The host's own words, of this build.
  const { facts, findings, unlisted } = unwritten(read) as ReadList;
  const leaving = new AbortController();
  const { signal } = leaving;
  const askHost = hostAsker(side, told, signal);
  const answered: HostAsk[] = [];
  let asking = 0;
  let own: Holder | null = null;
  let taking: Promise<OwnList<R>> | null = null;
  let isLost = false;
  let takeOver = () => {};
  const tookOver = new Promise<null>((resolve) => {
    takeOver = () => resolve(null);
  });

  const tryAgain = async (next: number): Promise<OwnList<R>> => {
    const thread = side.openThread();
    try {
      const received = await takeIn(thread.receive(resource, path, {}), bytes, side, signal);
      return { holder: received.holder, held: thread.held(resource, received) };
    } catch (cause) {
      // The host goes on answering while the way to it is broken.
      if (signal.aborted || cause instanceof NotTheList) throw cause;
      await pause(next, signal);
      return tryAgain(Math.min(2 * next, pauses.longest));
    }
  };
  const take = async (): Promise<OwnList<R>> => {
    try {
      const list = await tryAgain(pauses.first);
      if (signal.aborted) {
        list.holder.release();
        throw new ListGone();
      }
      own = list.holder;
      takeOver();
      // The screen asks the same again, in another order or of fewer rows: that is quick once it was asked.
      for (const { lookups, call } of answered.splice(0)) own.prepare(lookups, call).catch(() => undefined);
      return list;
    } catch {
      isLost = true;
      if (!signal.aborted) side.onLoss();
      throw new ListGone();
    }
  };
  const taken = async (): Promise<OwnList<R>> => {
    if (signal.aborted) throw new ListGone();
    return (taking ??= take());
  };
  const takeNow = () => {
    taken().catch(() => undefined);
  };
  // What is on the screen first comes first.
  const takeSoon = () => {
    if (asking === 0 && !taking) side.idle(takeNow);
  };
  const askedOfHost = async (ask: HostAsk) => {
    asking += 1;
    const late = setTimeout(takeNow, hostAlone);
    try {
      const value = await askHost(ask);
      if (!own && answered.length < mostPrepared) answered.push(ask);
      return { value };
    } catch {
      // The list itself, once it is here, knows as much.
      return null;
    } finally {
      clearTimeout(late);
      asking -= 1;
      takeSoon();
    }
  };

  const holder: Holder = {
    ask: async (lookups, call) => {
      const ask = { lookups, call };
      const isThere = own === null && isForHost(resource, isPlain, ask);
      const reply = isThere ? await Promise.race([askedOfHost(ask), tookOver]) : null;
      if (signal.aborted) throw new ListGone();
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
