/** Tallies the lists of regions and nodes as they are read, for the verdicts. Asks for nothing. */

import type { Query, QueryClient } from '@tanstack/react-query';
import { type EndpointPath, isEndpointPath, pathsOf } from '../../contract/endpoints.ts';
import { type Answer, availabilityOf, type Feed, silentFeed } from '../../domain/answer.ts';
import type { AskingPolicy } from '../../domain/freshness.ts';
import { ListGone } from '../../domain/list-gone.ts';
import type { Listing } from '../../domain/listing.ts';
import type { ListFeed } from '../../domain/planner/list-feed.ts';
import { nextListAskAt } from '../../domain/planner/plan.ts';
import { type DeliveredTally, deliveredReading } from '../../domain/verdict/delivered-tally.ts';
import {
  type InventoryReadings,
  type ListReading,
  listReadingOf,
  type Tally,
} from '../../domain/verdict/tally.ts';
import { now } from '../clock.ts';

interface Tallied {
  readonly answer: Answer<unknown>;
  readonly tally: Tally;
}

const tallies = new Map<string, Tallied>();
/** Answers that are being tallied; the newest wins. */
const underWay = new Map<string, Answer<unknown>>();

const regionPaths = pathsOf('region');
const nodePaths = pathsOf('node');

function keyOf(slug: string, path: EndpointPath): string {
  return `${slug} ${path}`;
}

async function tallyOf(listing: Listing<unknown>, isOfRegions: boolean): Promise<Tally> {
  const fields = isOfRegions ? ['code', 'name', 'status'] : ['pop', 'status'];
  const groups = await listing.group({}, fields);
  return {
    claim: listing.claim,
    groups: groups.map(({ key, count }) => {
      const [code = null, second = null, third = null] = key;
      return isOfRegions
        ? { code, name: second, word: third, count }
        : { code, name: null, word: second, count };
    }),
  };
}

/** Whether its planner has nothing left to ask: what is put together from slices counts once it is whole. */
function isAtRest({ knowledge, task }: ListFeed<unknown>, policy: AskingPolicy): boolean {
  return nextListAskAt(knowledge, task, policy) > now();
}

/** The list of all regions or nodes that a query asks for; `null` for any other query. */
function listOf({ queryKey }: Query): { readonly slug: string; readonly path: EndpointPath } | null {
  const [slug, path, asked] = queryKey;
  if (typeof slug !== 'string' || typeof path !== 'string' || !isEndpointPath(path)) return null;
  if (!regionPaths.includes(path) && !nodePaths.includes(path)) return null;
  const isWhole = typeof asked === 'object' && asked !== null && Object.keys(asked).length === 0;
  return isWhole ? { slug, path } : null;
}

/** Starts tallying; `onTally` hears the slug of a deployment whose verdict rests on a new one. */
export function watchTallies(
  client: QueryClient,
  policy: () => AskingPolicy,
  onTally: (slug: string) => void,
): void {
  const look = (query: Query) => {
    const list = listOf(query);
    // The query of a list holds the feed of one (queries/lists.ts).
    const feed = query.state.data as ListFeed<unknown> | undefined;
    if (!list || !feed?.answer || !isAtRest(feed, policy())) return;
    const key = keyOf(list.slug, list.path);
    const { answer } = feed;
    if (underWay.get(key) === answer) return;
    underWay.set(key, answer);
    tallyOf(answer.value, regionPaths.includes(list.path)).then(
      (tally) => {
        if (underWay.get(key) !== answer) return;
        tallies.set(key, { answer, tally });
        onTally(list.slug);
      },
      (cause: unknown) => {
        // The list is asked for again, and then tallied.
        if (!(cause instanceof ListGone)) throw cause;
      },
    );
  };
  for (const query of client.getQueryCache().getAll()) look(query);
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') look(event.query);
  });
}

/** What came with the document stands until the page has read the list itself. */
let delivered: readonly DeliveredTally[] = [];
let deliveredAt = 0;

/** @param at - epoch milliseconds at which the document came. */
export function takeDeliveredTallies(tallies: readonly DeliveredTally[], at: number): void {
  delivered = tallies;
  deliveredAt = at;
}

function readingIn(
  client: QueryClient,
  slug: string,
  paths: readonly EndpointPath[],
  time: number,
): ListReading {
  const feeds = paths.map((path) => ({
    path,
    // The key of a list asked for as a whole (queries/lists.ts).
    feed: client.getQueryData<Feed<unknown>>([slug, path, {}]) ?? silentFeed,
  }));
  // The first version that a deployment offers speaks for the list (part 6 of the design).
  const speaking = feeds.find(({ feed }) => availabilityOf(feed) !== 'not-offered') ?? feeds[0];
  if (!speaking) return listReadingOf('not-offered', null, null, time);
  const { path, feed } = speaking;
  const tallied = tallies.get(keyOf(slug, path));
  if (tallied) {
    const failure = feed.answer === tallied.answer ? feed.failure : null;
    const own = { answer: tallied.answer, failure };
    return listReadingOf(availabilityOf(feed), own, tallied.tally, time);
  }
  const told = deliveredReading(
    paths,
    delivered.filter((each) => each.slug === slug),
    deliveredAt,
    time,
  );
  if (told.tally) return told;
  return feed.answer || feed.failure ? listReadingOf(availabilityOf(feed), null, null, time) : told;
}

/** What the lists of a deployment say at a time, as far as they were read. */
export function inventoryIn(client: QueryClient, slug: string, time: number): InventoryReadings {
  return {
    regions: readingIn(client, slug, regionPaths, time),
    nodes: readingIn(client, slug, nodePaths, time),
  };
}
