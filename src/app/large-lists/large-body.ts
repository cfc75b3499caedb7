/** Bodies that are not for the page's own thread: parsed, checked and held in a worker. */

import type { LargeBody } from '../../client/large-body.ts';
import type { Asked } from '../../contract/decode-list.ts';
import type { EndpointPath } from '../../contract/endpoints.ts';
import type { ListRecord, ListResource } from '../../contract/resources.ts';
import type { Page } from '../../domain/planner/page.ts';
import { now } from '../clock.ts';
import { ListThread } from './list-thread.ts';
import { lost } from './lost.ts';
import { startWorker } from './start-worker.ts';

/** For how long this page does without a worker after one failed to start or died: it may be open for weeks. */
const restMilliseconds = 5 * 60_000;
let unusableUntil = Number.NEGATIVE_INFINITY;

/** Threads that hold the parts of a list, by its name. */
const shared = new Map<string, ListThread>();

export interface Place {
  /** A worker that was fed with the answer already. */
  readonly fed: Worker | null;
  /** The list whose parts it is held with; `null` for a thread of its own. */
  readonly partOf: string | null;
}

/** Opens a place for the answer of an endpoint, `null` where there can be none. */
export function openLargeBody<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  asked: Asked,
  { fed, partOf }: Place,
): LargeBody<Page<ListRecord<R>>> | null {
  const thread = fed || partOf === null ? openThread(fed) : sharedThread(partOf);
  return thread && thread.take(resource, path, asked, fed !== null);
}

function sharedThread(name: string): ListThread | null {
  const known = shared.get(name);
  if (known && !known.isGone) return known;
  const thread = openThread(null);
  if (thread) shared.set(name, thread);
  else shared.delete(name);
  return thread;
}

function openThread(fed: Worker | null): ListThread | null {
  if (fed) return new ListThread(fed, onDeath);
  if (now() < unusableUntil) return null;
  try {
    return new ListThread(startWorker(), onDeath);
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
  lost.dispatchEvent(new Event('list'));
}
