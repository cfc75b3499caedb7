/** Tallies the lists of regions and nodes as they are read, for the verdicts. Asks for nothing. */

import type { Query, QueryClient } from '@tanstack/react-query';
import { type EndpointPath, isEndpointPath, pathsOf } from '../../contract/endpoints.ts';
import type { Answer } from '../../domain/answer.ts';
import { ListGone } from '../../domain/list-gone.ts';
import type { Listing } from '../../domain/listing.ts';
import type { ListFeed } from '../../domain/planner/list-feed.ts';
import { nextListAskAt } from '../../domain/planner/plan.ts';
import type { Tally } from '../../domain/verdict/tally.ts';
import { now } from '../clock.ts';
import { askingPolicy } from '../queries/timing.ts';
import { setTally } from './tallies.ts';
import { tellVerdict } from './verdicts.ts';

/** Answers that are being tallied; the newest wins. */
const underWay = new Map<string, Answer<unknown>>();

const regionPaths = pathsOf('region');
const nodePaths = pathsOf('node');

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
function isAtRest({ knowledge, task }: ListFeed<unknown>): boolean {
  return nextListAskAt(knowledge, task, askingPolicy()) > now();
}

/** The list of all regions or nodes that a query asks for; `null` for any other query. */
function listOf({ queryKey }: Query): { readonly slug: string; readonly path: EndpointPath } | null {
  const [slug, path, asked] = queryKey;
  if (typeof slug !== 'string' || typeof path !== 'string' || !isEndpointPath(path)) return null;
  if (!regionPaths.includes(path) && !nodePaths.includes(path)) return null;
  const isWhole = typeof asked === 'object' && asked !== null && Object.keys(asked).length === 0;
  return isWhole ? { slug, path } : null;
}

/** Starts, first with what is already there. */
export function watchLists(client: QueryClient): void {
  const look = (query: Query) => {
    const list = listOf(query);
    // The query of a list holds the feed of one (queries/lists.ts).
    const feed = query.state.data as ListFeed<unknown> | undefined;
    if (!list || !feed?.answer || !isAtRest(feed)) return;
    const key = `${list.slug} ${list.path}`;
    const { answer } = feed;
    if (underWay.get(key) === answer) return;
    underWay.set(key, answer);
    tallyOf(answer.value, regionPaths.includes(list.path)).then(
      (tally) => {
        if (underWay.get(key) !== answer) return;
        setTally(list.slug, list.path, { answer, tally });
        tellVerdict(list.slug);
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
