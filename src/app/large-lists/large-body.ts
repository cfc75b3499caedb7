/** A body too long for the page's own thread: parsed, checked and held in a worker of its own, which ends with it. */

import { type LargeBody, WorkerLost } from '../../client/large-body.ts';
import type { Asked } from '../../contract/decode-list.ts';
import { ContractError } from '../../contract/decode-record.ts';
import type { EndpointPath } from '../../contract/endpoints.ts';
import type { ListRecord, ListResource } from '../../contract/resources.ts';
import { ListGone } from '../../domain/list-gone.ts';
import type { Page } from '../../domain/planner/page.ts';
import { now } from '../clock.ts';
import { lost } from './lost.ts';
import type { FromWorker, ReadList, ToWorker } from './messages.ts';
import { type Holder, remoteRows } from './remote-listing.ts';
import { startWorker } from './start-worker.ts';

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (cause: Error) => void;
}

/** For how long this page does without a worker after one failed to start or died: it may be open for weeks. */
const restMilliseconds = 5 * 60_000;
let unusableUntil = Number.NEGATIVE_INFINITY;

/** Opens a worker for the answer of an endpoint, or takes over the one that was fed with it; `null` where there can be none. */
export function openLargeBody<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  asked: Asked,
  fed: Worker | null,
): LargeBody<Page<ListRecord<R>>> | null {
  const worker = fed ?? (now() < unusableUntil ? null : openWorker());
  if (!worker) return null;
  const waiting = new Map<number, Waiting<unknown>>();
  let asks = 0;
  let ended: Waiting<ReadList> | null = null;
  let gone: Error | null = null;
  const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

  const letGo = (cause: Error) => {
    if (gone) return;
    gone = cause;
    worker.terminate();
    ended?.reject(cause);
    for (const { reject } of waiting.values()) reject(new ListGone());
    waiting.clear();
  };
  const settle = (id: number): Waiting<unknown> | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    if (gone) return;
    unusableUntil = now() + restMilliseconds;
    letGo(new WorkerLost());
    lost.dispatchEvent(new Event('list'));
  });
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'read') ended?.resolve(data.list);
    else if (data.kind === 'answered') settle(data.id)?.resolve(data.value);
    else if (data.kind === 'failed') settle(data.id)?.reject(new Error(data.message));
    else letGo(data.cause === 'contract' ? new ContractError(data.message) : new SyntaxError(data.message));
  });
  const holder: Holder = {
    ask: (lookups, call) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(new ListGone());
        asks += 1;
        waiting.set(asks, { resolve, reject });
        send({ kind: 'ask', id: asks, lookups, call });
      }),
    isLost: () => gone instanceof WorkerLost,
    release: () => letGo(new ListGone()),
  };

  if (!fed) send({ kind: 'open', resource, path, asked });
  return {
    write: (bytes) => send({ kind: 'part', bytes }, [bytes.buffer]),
    end: async () => {
      const list = await new Promise<ReadList>((resolve, reject) => {
        if (gone) return reject(gone);
        ended = { resolve, reject };
        send({ kind: 'end' });
      });
      const { facts, findings, unlisted } = list;
      return { value: { ...facts, held: remoteRows<ListRecord<R>>(holder, facts.count) }, findings, unlisted };
    },
    cancel: () => holder.release(),
  };
}

function openWorker(): Worker | null {
  try {
    return startWorker();
  } catch {
    unusableUntil = now() + restMilliseconds;
    return null;
  }
}
