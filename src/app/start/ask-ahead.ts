/** Asks for what a page of lists will ask for first, while the app that draws it is still on its way. */

import type { BodyOptions } from '#client/body.ts';
import type { ToWorker } from '#client/list-worker/messages.ts';
import type { Received } from '#client/request.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { AppConfig } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import { hostAddress } from '../delivered/base.ts';
import {
  declaredBytes,
  early,
  here,
  largeBytes,
  plainRequest,
  problemMediaType,
  totalBytes,
  WorkerLost,
} from '../delivered/prefetched.ts';
import { startWorker } from '../queries/large-lists/start-worker.ts';

interface ListPage {
  /** What it rests on, each list in the version that is asked for first. */
  readonly lists: readonly (readonly [ListResource, EndpointPath])[];
  readonly load: () => Promise<unknown>;
}

const regions = ['region', '/api/v2/regions'] as const;
const nodes = ['node', '/api/v2/nodes'] as const;
const buckets = ['bucket', '/api/v2/buckets'] as const;
const assets = ['asset', '/api/v1/assets'] as const;
const applications = ['application', '/api/v1/applications'] as const;
const events = ['event', '/api/v1/events'] as const;

const pages: Readonly<Record<string, ListPage>> = {
  regions: {
    lists: [regions, nodes, buckets],
    load: () => import('../pages/deployment/regions/RegionsPage.tsx'),
  },
  nodes: { lists: [nodes, regions], load: () => import('../pages/deployment/nodes/NodesPage.tsx') },
  buckets: { lists: [buckets, regions], load: () => import('../pages/deployment/buckets/BucketsPage.tsx') },
  assets: { lists: [assets, regions], load: () => import('../pages/deployment/assets/AssetsPage.tsx') },
  applications: {
    lists: [applications],
    load: () => import('../pages/deployment/applications/ApplicationsPage.tsx'),
  },
  events: { lists: [events], load: () => import('../pages/deployment/events/EventsPage.tsx') },
};

const [slug, pageName = ''] = here;
const page = Object.hasOwn(pages, pageName) ? pages[pageName] : undefined;

/** How long an answer waits to be taken, milliseconds: it keeps one of a few connections busy. */
const patience = 30_000;

/** The same answer, taken in as it comes: what sends it need not wait until somebody reads. */
function takenIn(response: Response): Response {
  const { body, status, headers } = response;
  // The words of a failure are few; any other body of one may never end, and nobody reads it.
  const isRead = status === 200 || headers.get('content-type') === problemMediaType;
  if (!isRead || !body) return response;
  const store = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    undefined,
    new CountQueuingStrategy({ highWaterMark: Number.POSITIVE_INFINITY }),
  );
  return new Response(body.pipeThrough(store), { status, headers });
}

/** Gives a long answer to a thread of its own from its first byte on. */
function fed(
  { body, headers }: Response,
  resource: ListResource,
  path: EndpointPath,
): Received['takeBody'] | undefined {
  const worker = body && startWorker();
  if (!worker) return undefined;
  const reader = body.getReader();
  const total = totalBytes(headers);
  let bytes = 0;
  let isLost = false;
  let tell: BodyOptions<unknown>['onBytes'];
  worker.addEventListener('error', () => {
    isLost = true;
  });
  const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  // Lists are numbered from 0 on by whoever takes the thread over (list-worker/list-thread.ts).
  const list = 0;
  send({ kind: 'open', list, resource, path, asked: {} });
  const feed = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      tell?.(bytes, total);
      send({ kind: 'part', list, bytes: part.value }, [part.value.buffer]);
    }
  };
  const whole = feed();
  whole.catch(() => worker.terminate());
  return async ({ openLarge, onBytes }) => {
    tell = onBytes;
    const large = await openLarge?.(worker);
    if (!large || isLost) {
      worker.terminate();
      throw new WorkerLost();
    }
    await whole;
    return { text: '', large, bytes };
  };
}

function ask(base: string, resource: ListResource, path: EndpointPath, maximumBytes: number): void {
  const address = base + path;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const answer = fetch(address, { ...plainRequest, signal: leaving.signal }).then((response) => {
    const at = performance.now();
    const length = response.status === 200 ? declaredBytes(response.headers) : 0;
    const takeBody = length > largeBytes && length <= maximumBytes ? fed(response, resource, path) : undefined;
    return takeBody ? { response, at, takeBody } : { response: takenIn(response), at };
  });
  // Whoever takes it hears of a failure.
  answer.catch(() => undefined);
  const timer = setTimeout(() => {
    early.delete(address);
    leave();
  }, patience);
  early.set(address, (signal) => {
    clearTimeout(timer);
    early.delete(address);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    return answer;
  });
}

function askForLists(): void {
  const text = document.getElementById('config')?.textContent;
  // The host's own words, checked before they were written.
  const config = text ? (JSON.parse(text) as AppConfig) : null;
  const deployment = config?.deployments.find((each) => each.slug === slug);
  if (!config || !deployment) return;
  for (const [resource, path] of page?.lists ?? [])
    ask(hostAddress(deployment.baseUrl), resource, path, config.limits.maximumBodyBytes);
}

/** Loads the code of the page beside that of the app, which asks for it again. */
export function loadPage(): void {
  page?.load().catch(() => undefined);
}

askForLists();
