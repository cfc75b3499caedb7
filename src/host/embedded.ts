/** A deployment inside this process: the reference service, open to other origins for reading. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { isAbsentStatus } from '#contract/failure.ts';
import { LruCache } from '#domain/lists/lru-cache.ts';
import { type HostedDeployment, searchOf } from './gateway/deployment.ts';
import type { HeldLists } from './gateway/held-lists.ts';
import { encoded, encodedHeaders, encodingFor } from './http/compression.ts';

/** Answers of which the compressed form is kept, by `ETag`: of the longest some 40 kB each. */
const mostKept = 64;

/** Milliseconds between two looks at what a list says. */
const notePause = 1_000;

/** What the reference service offers for each of its deployments. */
export interface EmbeddedService {
  readonly slug: string;
  readonly name: string;
  fetch(request: Request): Response | Promise<Response>;
}

export function createEmbeddedDeployment(
  service: EmbeddedService,
  options: Pick<HostedDeployment, 'slug' | 'words' | 'verdict' | 'maximumItems'>,
  lists: HeldLists,
): HostedDeployment {
  const answers = new LruCache<object>(mostKept);
  const answer = (request: Request, path: string) => service.fetch(below(request, path));
  /** When each question was last noted, milliseconds. */
  const notedAt = new Map<string, number>();
  /** Once a second is enough: lists are asked for tens of thousands of times in one, and to look at an answer costs more than to give it. */
  const isDue = (question: string) => {
    const now = performance.now();
    if (now - (notedAt.get(question) ?? Number.NEGATIVE_INFINITY) < notePause) return false;
    if (notedAt.size >= mostKept) notedAt.clear();
    notedAt.set(question, now);
    return true;
  };
  /** Keeps what a list said, on its way out. */
  const tally = async (request: Request, path: EndpointPath) => {
    const response = await answer(request, path);
    if (request.method !== 'GET') return response;
    const search = searchOf(request.url);
    if (isAbsentStatus(response.status)) lists.noteAbsent(options.slug, path, search);
    if (response.status !== 200) return response;
    // The same as before is not read again.
    if (lists.renew(options.slug, path, search, response.headers.get('etag'))) return response;
    const body = new Uint8Array(await response.arrayBuffer());
    const headers = Object.fromEntries(response.headers);
    lists.note(options.slug, path, search, { body, headers, heldSeconds: 0 });
    return new Response(body, response);
  };
  return {
    ...options,
    name: service.name,
    shownUrl: `deployments/${options.slug}`,
    demo: true,
    places: {},
    async answer(request, path) {
      const search = searchOf(request.url);
      const isTallied = lists.counts(path, search) && isDue(path + search);
      const response = await (isTallied ? tally(request, path) : answer(request, path));
      const accepted = request.headers.get('accept-encoding');
      if (accepted === null || response.status !== 200) return response;
      const bytes = Number(response.headers.get('content-length') ?? 0);
      const encoding = encodingFor(accepted, bytes);
      if (encoding === null) return response;
      const headers = encodedHeaders(Object.fromEntries(response.headers), encoding, bytes);
      if (request.method === 'HEAD') return new Response(null, { headers });
      const etag = response.headers.get('etag');
      const held = etag === null ? {} : answers.take(etag, () => ({}));
      const body = new Uint8Array(await response.arrayBuffer());
      return new Response(await encoded(held, body, encoding), { headers });
    },
    renew: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** The request as the service sees it: at its own root. Made without building a second request. */
function below(request: Request, path: string): Request {
  const { url } = request;
  const search = searchOf(url);
  const authorityEnd = url.indexOf('/', url.indexOf('//') + 2);
  const address = `${url.slice(0, authorityEnd)}${path}${search}`;
  if (address === url) return request;
  return new Proxy(request, {
    get(target, key) {
      if (key === 'url') return address;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
