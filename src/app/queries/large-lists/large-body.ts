/** Parses, checks and stores large responses in a worker, off the main thread. */

import { limits } from '#app/delivered/config.ts';
import { now } from '#app/ui/time/clock.ts';
import { isHidden } from '#app/ui/time/visibility.ts';
import type { LargeBody } from '#client/body.ts';
import { ListThread, type Thread } from '#client/list-worker/list-thread.ts';
import { throttled } from '#client/list-worker/throttled-body.ts';
import type { Message } from '#client/rpc/peer.ts';
import type { ListParameters } from '#contract/decode/list.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListResource, ListRow } from '#contract/resources.ts';
import type { Answer } from '#domain/answer/answer.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { workerDeaths } from './worker-deaths.ts';
import { workerScript } from './worker-script.ts';

/**
 * Milliseconds for which no worker is opened after one failed to start or died. The page may stay open for
 * weeks, so it tries again later.
 */
const restMilliseconds = 5 * 60_000;
let unusableUntil = Number.NEGATIVE_INFINITY;

/** Workers that each hold the parts of one sliced list, by list name. */
const shared = new Map<string, ListThread>();

export interface Place {
  /** Name of the sliced list whose worker takes the response; `null` for a worker of its own. */
  readonly partOf: string | null;
  /** The response that the new one replaces on screen; `null` if none is shown. */
  readonly replaced: Answer<unknown> | null;
}

/** Prepares a worker to take the body of a response; `null` if no worker is available. */
export function openLargeBody<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  parameters: ListParameters,
  { partOf, replaced }: Place,
): LargeBody<Page<ListRow<R>>> | null {
  const thread = partOf === null ? openThread() : sharedThread(partOf);
  const body = thread?.take(resource, path, parameters) ?? null;
  return body && replaced ? throttled(body, { replaced, isShown: () => !isHidden(), limits, now }) : body;
}

function sharedThread(name: string): ListThread | null {
  const known = shared.get(name);
  if (known && !known.isGone) return known;
  const thread = openThread();
  if (thread) shared.set(name, thread);
  else shared.delete(name);
  return thread;
}

function threadOf(worker: Worker): Thread {
  return {
    postMessage: (messages, transfer: Transferable[] = []) => worker.postMessage(messages, transfer),
    listen: (onMessages, onEnd) => {
      worker.addEventListener('message', ({ data }: MessageEvent<readonly Message[]>) => onMessages(data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        onEnd();
      });
    },
    terminate: () => worker.terminate(),
  };
}

function openThread(): ListThread | null {
  if (now() < unusableUntil) return null;
  try {
    const worker = new Worker(workerScript(), { type: 'module', name: 'list' });
    return new ListThread(threadOf(worker), onDeath);
  } catch {
    rest();
    return null;
  }
}

function rest(): void {
  unusableUntil = now() + restMilliseconds;
}

function onDeath(): void {
  rest();
  workerDeaths.dispatchEvent(new Event('list'));
}
