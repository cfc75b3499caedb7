import { useFreshness } from '#app/components/freshness/freshness-context.tsx';
import { useJoined } from '#app/queries/lookups.ts';
import { nodesQuery } from '#app/queries/resources/nodes.ts';
import { type Source, useFeed } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { type EndpointPath, endpointAt, pathsOf, type Version } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import { availabilityOf } from '#domain/answer/answer.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import type { WordOverrides } from '#domain/severity/classify.ts';
import { worstFirst } from '#domain/severity/worst-first.ts';
import type { NodeInList } from './node-in-lists.ts';

export interface NodeList {
  readonly version: Version;
  readonly source: Source<Listing<Node>>;
  readonly listing: Listing<Node> | null;
  readonly entry: NodeInList | null;
}

export interface NodeProps {
  readonly deployment: Deployment;
  readonly lookups: Lookups;
  readonly source: Source<Listing<Node>>;
  readonly listing: Listing<Node>;
  readonly node: Node;
}

/** Maximum number of rows with one id that are compared. */
const mostRows = 1_000;

async function search(listing: Listing<Node>, id: string, words: WordOverrides) {
  const rows = await listing.rows({ where: { id: [id] } });
  const [node = null, ...others] = worstFirst(await rows.slice(0, mostRows), words);
  return { node, others, rows: rows.count, listed: listing.count, claim: listing.claim };
}

function useNodeList(
  deployment: Deployment,
  path: EndpointPath,
  lookups: Lookups,
  id: string,
  isRequested: boolean,
): NodeList {
  const feed = useFeed(nodesQuery(deployment, path), isRequested);
  const source: Source<Listing<Node>> = { path, feed, availability: availabilityOf(feed) };
  const listing = useJoined(source, lookups);
  const found = useListingResult(listing, id, (list) => search(list, id, deployment.words));
  const { version } = endpointAt(path);
  return { version, source, listing, entry: found ? { version, path, ...found } : null };
}

const [newest, older] = pathsOf('node');

/**
 * Returns the node lists that may contain a node, the preferred version first. The second version is
 * requested only if the first is not offered. If another page has read the second version, it is used while
 * fresh, because nothing refreshes it.
 */
export function useNodeLists(
  deployment: Deployment,
  lookups: Lookups,
  id: string,
): readonly [NodeList, ...NodeList[]] {
  if (newest === undefined || older === undefined) throw new Error('Nodes are listed in two versions.');
  const first = useNodeList(deployment, newest, lookups, id, true);
  const absent = first.source.availability === 'not-offered';
  const second = useNodeList(deployment, older, lookups, id, absent);
  const isFresh = useFreshness([second.source.feed]) === 'fresh';
  return absent || (second.entry && isFresh) ? [first, second] : [first];
}
