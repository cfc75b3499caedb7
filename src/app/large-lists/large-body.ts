/** Bodies that are not for the page's own thread: parsed, checked and held in a worker. */

import { ListThread, type Thread } from '../../client/held-lists/list-thread.ts';
import type { FromWorker } from '../../client/held-lists/messages.ts';
import { paced } from '../../client/held-lists/paced.ts';
import { type HostSide, readByHost } from '../../client/held-lists/read-by-host.ts';
import type { Told } from '../../client/held-lists/told.ts';
import { type LargeBody, WorkerLost } from '../../client/large-body.ts';
import type { Asked } from '../../contract/decode-list.ts';
import type { EndpointPath } from '../../contract/endpoints.ts';
import type { ListRecord, ListResource } from '../../contract/resources.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Page } from '../../domain/planner/page.ts';
import { now } from '../clock.ts';
import { limits } from '../config.ts';
import { drawn, whenIdle } from '../idle.ts';
import { isHidden } from '../visibility.ts';
import { lost } from './lost.ts';
import { startWorker } from './start-worker.ts';

/** For how long this page does without a worker after one failed to start or died: it may be open for weeks. */
const restMilliseconds = 5 * 60_000;
let unusableUntil = Number.NEGATIVE_INFINITY;

/** Threads that hold the parts of a list, by its name. */
const shared = new Map<string, ListThread>();

/** For how long a list that the host has read waits for an idle moment to be taken in, milliseconds. */
const longestWait = 1_000;

/** What the host has read, and where it answers for it. */
export type ReadElsewhere = Told & { readonly address: string };

export interface Place {
  /** What has the answer already (ask-ahead.ts): a worker, or the host. */
  readonly fed: unknown;
  /** The list whose parts it is held with; `null` for a thread of its own. */
  readonly partOf: string | null;
  /** What it replaces on the screen. */
  readonly replaced: Answer<unknown> | null;
}

/** Opens a place for the answer of an endpoint, `null` where there can be none. */
export function openLargeBody<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  asked: Asked,
  { fed, partOf, replaced }: Place,
): LargeBody<Page<ListRecord<R>>> | null {
  if (isReadByHost(fed)) return canStart() ? readByHost(resource, path, fed, hostSide(fed.address)) : null;
  const worker = fed instanceof Worker ? fed : null;
  const thread = worker || partOf === null ? openThread(worker) : sharedThread(partOf);
  const body = thread && thread.take(resource, path, asked, worker !== null);
  return body && replaced ? paced(body, { replaced, isShown: () => !isHidden(), limits, now }) : body;
}

function isReadByHost(fed: unknown): fed is ReadElsewhere {
  return typeof fed === 'object' && fed !== null && 'address' in fed;
}

function hostSide(address: string): HostSide {
  return {
    address,
    exchange: (...request) => globalThis.fetch(...request),
    patience: limits.headersMilliseconds,
    drawn,
    openThread: () => {
      const thread = openThread(null);
      if (!thread) throw new WorkerLost();
      return thread;
    },
    onLoss: tellOfLoss,
    idle: (then) => whenIdle(then, longestWait),
  };
}

function sharedThread(name: string): ListThread | null {
  const known = shared.get(name);
  if (known && !known.isGone) return known;
  const thread = openThread(null);
  if (thread) shared.set(name, thread);
  else shared.delete(name);
  return thread;
}

function threadOf(worker: Worker): Thread {
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    listen: (onMessage, onEnd) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => onMessage(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        onEnd();
      });
    },
    terminate: () => worker.terminate(),
  };
}

function openThread(fed: Worker | null): ListThread | null {
  if (fed) return new ListThread(threadOf(fed), onDeath);
  if (!canStart()) return null;
  try {
    return new ListThread(threadOf(startWorker()), onDeath);
  } catch {
    rest();
    return null;
  }
}

function canStart(): boolean {
  return now() >= unusableUntil;
}

function rest(): void {
  unusableUntil = now() + restMilliseconds;
}

function onDeath(): void {
  rest();
  tellOfLoss();
}

function tellOfLoss(): void {
  lost.dispatchEvent(new Event('list'));
}
