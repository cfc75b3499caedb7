/** One query a list: each of its rounds asks what the listing planner says is due, and hands out all that is known. */

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { largeBytes } from '#client/large-body.ts';
import { pageReader, uniter } from '#client/list-reader.ts';
import { advance } from '#client/planner.ts';
import type { Reader } from '#client/request.ts';
import { type EndpointPath, endpointAt, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListRecord, ListResource, Region } from '#contract/resources.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import { type Listing, mostPlainRows } from '#domain/lists/listing.ts';
import {
  codesNamed,
  type Knowledge,
  knowNothing,
  pagesHeld,
  type Task,
} from '#domain/lists/planner/knowledge.ts';
import { type ListFeed, listFeed } from '#domain/lists/planner/list-feed.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { nextListAskAt, rowsHeld } from '#domain/lists/planner/plan.ts';
import type { Strategy } from '#domain/lists/planner/strategy.ts';
import { now } from '../ui/clock.ts';
import { endpointKey } from './keys.ts';
import { ask, failureAfter } from './request-endpoint.ts';
import { askingPolicy, timedBy } from './timing.ts';
import { isLookedAt } from './wanted-lists.ts';

/**
 * A list that is put together from many answers is made anew as a whole, and with it the page: not with every few of them,
 * but once in so many milliseconds. What comes first is shown at once.
 */
const longestUnpublished = { short: 500, long: 5000 } as const;

/** How each list is best asked for: learned once, whatever the cache forgets. */
const strategies = new Map<string, Strategy>();

/** Codes of the region lists; `anew` reads those that are due first. */
async function regionCodes(client: QueryClient, deployment: Deployment, anew: boolean) {
  const lists = await Promise.all(
    pathsOf('region').map(async (path) => {
      const query = listQuery(deployment, 'region', path);
      const feed = anew
        ? await client.fetchQuery(query)
        : client.getQueryData<ListFeed<Region>>(query.queryKey);
      return (await feed?.answer?.value.group({}, ['code'])) ?? [];
    }),
  );
  return [...new Set(lists.flat().flatMap(({ key: [code] }) => code ?? []))];
}

/** Codes that rows of nodes and buckets name, whether a region list has them or not (part 7 of the design). */
function codesInRows(client: QueryClient, deployment: Deployment): readonly string[] {
  return (['node', 'bucket'] as const).flatMap((resource) =>
    pathsOf(resource).flatMap((path) => {
      const feed = client.getQueryData(listQuery(deployment, resource, path).queryKey);
      return feed ? codesNamed(feed.knowledge) : [];
    }),
  );
}

/** What pages that are open want of a list. */
function wantedOf({ slug }: Deployment, path: EndpointPath, takesRegion: boolean) {
  return {
    byRegion: takesRegion && isLookedAt(slug, path, 'whole'),
    eachRegion: takesRegion && isLookedAt(slug, path, 'each region'),
  };
}

/** The query of a list endpoint, of one region where it is named; the factories beside this file name the resources. */
export function listQuery<R extends ListResource>(
  deployment: Deployment,
  resource: R,
  path: EndpointPath,
  asked: { readonly region?: string } = {},
) {
  type Row = ListRecord<R>;
  const list = `${deployment.slug} ${path}${asked.region === undefined ? '' : ' of a region'}`;
  const readerOf = (isPart: boolean, replaced: Answer<Page<Row>> | null): Reader<Page<Row>> => ({
    ...pageReader(resource),
    // The parts of a list are put together where they were read: however short each is, all of them may be long.
    longFrom: isPart ? 0 : largeBytes,
    // The first screen has no use for it. Where it cannot be loaded, the page's own thread takes the answer in.
    openLarge: (at, each, fed) =>
      import('./large-lists/large-body.ts').then(
        ({ openLargeBody }) =>
          openLargeBody(resource, at, each, {
            fed,
            partOf: isPart ? list : null,
            replaced,
          }),
        () => null,
      ),
  });
  const takesRegion = endpointAt(path).parameters.includes('region') && asked.region === undefined;
  const taskOf = async (client: QueryClient, { strategy }: Knowledge<Row>): Promise<Task> => {
    const wanted = wantedOf(deployment, path, takesRegion);
    const anew = wanted.byRegion && (strategy.divided || wanted.eachRegion);
    const codes = takesRegion
      ? [...(await regionCodes(client, deployment, anew)), ...codesInRows(client, deployment)]
      : [];
    return { ...asked, ...wanted, codes: [...new Set(codes)] };
  };
  const dueAt = ({ knowledge, task }: ListFeed<Row>): number => {
    const policy = askingPolicy();
    const wanted = wantedOf(deployment, path, takesRegion);
    const isNews =
      (wanted.byRegion && !task.byRegion && knowledge.strategy.divided) ||
      (wanted.eachRegion && task.eachRegion !== true);
    // The region lists may not have been read yet.
    if (isNews && !policy.hidden) return Number.NEGATIVE_INFINITY;
    return nextListAskAt(knowledge, { ...task, ...wanted }, policy);
  };
  const readFrom = async (
    before: Knowledge<Row>,
    client: QueryClient,
    signal: AbortSignal,
    shown?: Listing<Row>,
  ) => {
    const read: Page<Row>[] = [];
    const round = async (knowledge: Knowledge<Row>) => {
      const task = await taskOf(client, knowledge);
      const askedAt = now();
      return advance(knowledge, task, askingPolicy(), {
        ask: async (each, earlier) => {
          const isPart = knowledge.strategy.divided || each.region !== asked.region;
          const reader = readerOf(isPart, earlier.answer);
          const answer = await ask({ deployment, path, reader, asked: each, signal, earlier });
          read.push(answer.value);
          return answer;
        },
        failureOf: (cause, earlier) => failureAfter(cause, { path, signal, earlier, askedAt }),
        now,
      });
    };
    let kept = before;
    try {
      let known = await round(before);
      let task = await taskOf(client, known);
      const began = now();
      const isUnpublished = () => {
        const isLong = rowsHeld(known) > mostPlainRows;
        if (!isLong && pagesHeld(before).length === 0) return false;
        return now() < began + longestUnpublished[isLong ? 'long' : 'short'];
      };
      const isDue = () => nextListAskAt(known, task, askingPolicy()) <= now();
      while (isDue() && isUnpublished() && !signal.aborted) {
        // Each round rests on what the one before it learned.
        known = await round(known);
        task = await taskOf(client, known);
      }
      strategies.set(list, known.strategy);
      const feed = await listFeed(known, task, uniter(resource));
      const next = feed.answer?.value;
      // Whoever types as the new rows come does not wait until they are made ready; parts have a thread in common.
      if (shown && !known.strategy.divided && !signal.aborted) {
        await next?.follow?.(shown, signal);
        if (next?.isLost?.()) throw new ListGone();
      }
      if (signal.aborted) feed.answer?.value.release?.();
      else kept = known;
      return feed;
    } finally {
      // What nobody will ever ask is let go at once; what was held before goes when it leaves the cache (held-lists.ts).
      const pages = new Set(pagesHeld(kept));
      for (const page of read) if (!pages.has(page)) page.held.release?.();
    }
  };
  return queryOptions<ListFeed<Row>>({
    queryKey: endpointKey(deployment.slug, path, asked.region),
    queryFn: async ({ client, queryKey, signal }) => {
      const feed = client.getQueryData<ListFeed<Row>>(queryKey);
      const anew = () => readFrom(knowNothing<Row>(strategies.get(list)), client, signal);
      const isHeld = feed && !pagesHeld(feed.knowledge).some((page) => page.held.isLost?.());
      try {
        return await (isHeld ? readFrom(feed.knowledge, client, signal, feed.answer?.value) : anew());
      } catch (cause) {
        if (cause instanceof ListGone && !signal.aborted) return anew();
        throw cause;
      }
    },
    ...timedBy<ListFeed<Row>>(dueAt),
  });
}
