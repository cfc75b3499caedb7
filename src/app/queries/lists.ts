/**
 * Queries of lists, one per list. Each round sends the requests that the listing planner finds due and
 * publishes all known rows.
 */

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { largeBytes } from '#client/body.ts';
import { pageReader, uniter } from '#client/list-reader.ts';
import { runPlannerRound } from '#client/planner-round.ts';
import type { Reader } from '#client/request.ts';
import { type EndpointPath, endpointAt, pathsOf } from '#contract/endpoints.ts';
import { type Deployment, mostItems } from '#contract/host.ts';
import type { ListResource, ListRow, Region } from '#contract/resources.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { Listing } from '#domain/lists/listing.ts';
import {
  cachedPages,
  codesNamed,
  type Knowledge,
  knowNothing,
  type Task,
} from '#domain/lists/planner/knowledge.ts';
import { isListFeed, type ListFeed, listFeed } from '#domain/lists/planner/list-feed.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { cachedRows, nextListRequestAt } from '#domain/lists/planner/plan.ts';
import { firstStrategy, type Strategy, withMostItems } from '#domain/lists/planner/strategy.ts';
import { knownLimit } from '../delivered/prefetched.ts';
import { now } from '../ui/time/clock.ts';
import { endpointKey } from './keys.ts';
import { failureAfter, requestEndpoint } from './request-endpoint.ts';
import type { Source } from './source.ts';
import { refetchTiming, requestPolicy } from './timing.ts';
import { isListWanted } from './wanted-lists.ts';

/**
 * Maximum milliseconds between two publications of a growing list, for short and for long lists. Each
 * publication rebuilds the list and the page. The first rows are shown at once.
 */
const longestUnpublished = { short: 500, long: 5000 } as const;
/** Number of rows above which a list counts as long. */
const longList = 20_000;

/** Request strategy that was learned for each list. It outlives the query cache. */
const strategies = new Map<string, Strategy>();

/** One response of the past has all that is known: a larger `limit` would bring no more. */
const pastStrategy: Strategy = { ...firstStrategy, ceilingAt: Number.POSITIVE_INFINITY };

/** Returns the initial strategy of a list, with the page limit that the host used. */
function firstOf({ deployment: { slug }, path, parameters }: AnyTarget): Strategy {
  if (momentOf(slug) !== null) return pastStrategy;
  const limit = parameters.region === undefined ? knownLimit(slug, path) : undefined;
  return limit === undefined ? firstStrategy : { ...firstStrategy, limit };
}

function boundedBy({ maximumItems = mostItems }: Deployment, strategy = firstStrategy): Strategy {
  return withMostItems(strategy, maximumItems);
}

interface Target<R extends ListResource> {
  readonly deployment: Deployment;
  readonly resource: R;
  readonly path: EndpointPath;
  readonly parameters: { readonly region?: string };
}

type AnyTarget = Target<ListResource>;

function nameOf({ deployment: { slug }, path, parameters }: AnyTarget): string {
  return `${slug} ${path}${parameters.region === undefined ? '' : ' of a region'}`;
}

/**
 * Returns the codes in the region lists of both versions. With `isForced`, region lists that are due are read
 * first.
 */
async function regionCodes(client: QueryClient, deployment: Deployment, isForced: boolean) {
  const lists = await Promise.all(
    pathsOf('region').map(async (path) => {
      const query = listQuery(deployment, 'region', path);
      const feed = isForced
        ? await client.fetchQuery(query)
        : client.getQueryData<ListFeed<Region>>(query.queryKey);
      return (await feed?.answer?.value.group({}, ['code'])) ?? [];
    }),
  );
  return [...new Set(lists.flat().flatMap(({ key: [code] }) => code ?? []))];
}

/** Returns the region codes in the rows of nodes and buckets. A region list need not contain them. */
function codesInRows(client: QueryClient, deployment: Deployment): readonly string[] {
  return (['node', 'bucket'] as const).flatMap((resource) =>
    pathsOf(resource).flatMap((path) => {
      const feed = client.getQueryData(listQuery(deployment, resource, path).queryKey);
      return feed ? codesNamed(feed.knowledge) : [];
    }),
  );
}

/**
 * Returns the region codes to request with the `region` parameter, from the lists read so far. With
 * `isForced`, region lists that are due are read first.
 */
export async function codesKnown(
  client: QueryClient,
  deployment: Deployment,
  isForced = false,
): Promise<readonly string[]> {
  return [
    ...new Set([...(await regionCodes(client, deployment, isForced)), ...codesInRows(client, deployment)]),
  ];
}

function isDivisible({ deployment, path, parameters }: AnyTarget): boolean {
  const isPast = momentOf(deployment.slug) !== null;
  return !isPast && endpointAt(path).parameters.includes('region') && parameters.region === undefined;
}

function wantedOf(target: AnyTarget) {
  const { deployment, path } = target;
  const canBe = isDivisible(target);
  return {
    byRegion: canBe && isListWanted(deployment.slug, path, 'whole'),
    eachRegion: canBe && isListWanted(deployment.slug, path, 'each region'),
  };
}

async function taskOf(target: AnyTarget, client: QueryClient, { strategy }: Knowledge<unknown>): Promise<Task> {
  const { deployment, parameters } = target;
  const wanted = wantedOf(target);
  const isForced = wanted.byRegion && (strategy.divided || wanted.eachRegion);
  const codes = isDivisible(target) ? await codesKnown(client, deployment, isForced) : [];
  return { ...parameters, ...wanted, codes };
}

/** Returns when the next request for a list is due, epoch milliseconds. */
function dueAt(target: AnyTarget, { knowledge, task }: ListFeed<unknown>): number {
  const policy = requestPolicy();
  const wanted = wantedOf(target);
  const isNews =
    (wanted.byRegion && !task.byRegion && knowledge.strategy.divided) ||
    (wanted.eachRegion && task.eachRegion !== true);
  // Due at once if an open page needs more than the last task covered, because the region lists may not be
  // read yet.
  if (isNews && !policy.hidden) return Number.NEGATIVE_INFINITY;
  return nextListRequestAt(knowledge, { ...task, ...wanted }, policy);
}

/** Whether parts of a list were never read, so that it still grows with each response. */
export function isGrowing(
  deployment: Deployment,
  resource: ListResource,
  { path, feed }: Source<unknown>,
): boolean {
  const target: AnyTarget = { deployment, resource, path, parameters: {} };
  return !isListFeed(feed) || dueAt(target, feed) === Number.NEGATIVE_INFINITY;
}

/**
 * Creates the reader of a list's responses. It reads long responses in a worker.
 * @param isPart - whether the response is one part of a sliced list.
 * @param replaced - the response on screen that the new one replaces.
 */
function readerOf<R extends ListResource>(
  target: Target<R>,
  isPart: boolean,
  replaced: Answer<Page<ListRow<R>>> | null,
): Reader<Page<ListRow<R>>> {
  const { resource } = target;
  const partOf = isPart ? nameOf(target) : null;
  return {
    ...pageReader(resource),
    // Parts are merged in the thread that read them. Even short parts can make a long list, so all go to the
    // worker.
    longFrom: isPart ? 0 : largeBytes,
    // Loaded on demand, because the first screen does not need this code. If loading fails, the main thread
    // parses the response.
    openLarge: (path, parameters) =>
      import('./large-lists/large-body.ts').then(
        ({ openLargeBody }) => openLargeBody(resource, path, parameters, { partOf, replaced }),
        () => null,
      ),
  };
}

interface Reading<Row> {
  readonly client: QueryClient;
  readonly signal: AbortSignal;
  readonly onRead: (page: Page<Row>) => void;
}

function askRound<R extends ListResource>(
  target: Target<R>,
  known: Knowledge<ListRow<R>>,
  task: Task,
  { signal, onRead }: Reading<ListRow<R>>,
): Promise<Knowledge<ListRow<R>>> {
  const { deployment, path } = target;
  const requestedAt = now();
  return runPlannerRound(known, task, requestPolicy(), {
    request: async (parameters, earlier) => {
      const isPart = known.strategy.divided || parameters.region !== target.parameters.region;
      const reader = readerOf(target, isPart, earlier.answer);
      const answer = await requestEndpoint({ deployment, path, reader, parameters, signal, earlier });
      onRead(answer.value);
      return answer;
    },
    failureOf: (cause, earlier) =>
      failureAfter(cause, { deployment, path, signal, earlier, askedAt: requestedAt }),
    now,
  });
}

/** Repeats {@link askRound} until no request is due, or until the rows should be published. */
async function askRounds<R extends ListResource>(
  target: Target<R>,
  before: Knowledge<ListRow<R>>,
  reading: Reading<ListRow<R>>,
) {
  const { client, signal } = reading;
  let known = await askRound(target, before, await taskOf(target, client, before), reading);
  let task = await taskOf(target, client, known);
  const began = now();
  const isUnpublished = () => {
    const isLong = cachedRows(known) > longList;
    if (!isLong && cachedPages(before).length === 0) return false;
    return now() < began + longestUnpublished[isLong ? 'long' : 'short'];
  };
  const isDue = () => nextListRequestAt(known, task, requestPolicy()) <= now();
  while (isDue() && isUnpublished() && !signal.aborted) {
    // The rounds run one after another, because each depends on the result of the previous one.
    known = await askRound(target, known, task, reading);
    task = await taskOf(target, client, known);
  }
  return { known, task };
}

/**
 * Prepares the new listing for the current filter and sort before it replaces the old one. Typing never waits
 * for it.
 */
async function makeReady<Row>(next: Listing<Row> | undefined, shown: Listing<Row>, signal: AbortSignal) {
  await next?.follow?.(shown, signal);
  if (next?.isLost?.()) throw new ListGone();
}

async function readList<R extends ListResource>(
  target: Target<R>,
  before: Knowledge<ListRow<R>>,
  { client, signal }: Pick<Reading<unknown>, 'client' | 'signal'>,
  shown?: Listing<ListRow<R>>,
): Promise<ListFeed<ListRow<R>>> {
  const read: Page<ListRow<R>>[] = [];
  let kept = before;
  try {
    const onRead = (page: Page<ListRow<R>>) => read.push(page);
    const { known, task } = await askRounds(target, before, { client, signal, onRead });
    strategies.set(nameOf(target), known.strategy);
    const feed = await listFeed(known, task, uniter(target.resource));
    const next = feed.answer?.value;
    // The parts of a sliced list share a worker that already has the filter and the sort.
    if (shown && !known.strategy.divided && !signal.aborted) await makeReady(next, shown, signal);
    if (signal.aborted) next?.release?.();
    else kept = known;
    return feed;
  } finally {
    // Releases the pages that are not part of the result. Older pages are released when they leave the cache
    // (cached-lists.ts).
    const pages = new Set(cachedPages(kept));
    for (const page of read) if (!pages.has(page)) page.content.release?.();
  }
}

/**
 * Returns the query of a list endpoint, for one region if given. The files in `resources/` call it for each
 * resource.
 */
export function listQuery<R extends ListResource>(
  deployment: Deployment,
  resource: R,
  path: EndpointPath,
  parameters: { readonly region?: string } = {},
) {
  type Row = ListRow<R>;
  const target: Target<R> = { deployment, resource, path, parameters };
  return queryOptions<ListFeed<Row>>({
    queryKey: endpointKey(deployment.slug, path, parameters.region),
    queryFn: async ({ client, queryKey, signal }) => {
      const feed = client.getQueryData<ListFeed<Row>>(queryKey);
      const circumstances = { client, signal };
      const bounded = (strategy?: Strategy) => boundedBy(deployment, strategy);
      const known = () => knowNothing<Row>(bounded(strategies.get(nameOf(target)) ?? firstOf(target)));
      const readAnew = () => readList(target, known(), circumstances);
      const isCached = feed && !cachedPages(feed.knowledge).some((page) => page.content.isLost?.());
      try {
        if (!isCached) return await readAnew();
        const { knowledge, answer } = feed;
        const before = { ...knowledge, strategy: bounded(knowledge.strategy) };
        return await readList(target, before, circumstances, answer?.value);
      } catch (cause) {
        if (cause instanceof ListGone && !signal.aborted) return readAnew();
        throw cause;
      }
    },
    ...refetchTiming<ListFeed<Row>>((feed) => dueAt(target, feed)),
  });
}
