import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Node } from '#contract/resources.ts';
import { type Around, around } from '#domain/lists/around.ts';
import type { Listing } from '#domain/lists/listing.ts';

const atOnce = 20_000;

/** Finds the ids before and after the node's id in its region. */
async function aroundOf(listing: Listing<Node>, { id, pop }: Node): Promise<Around<string>> {
  const rows = await listing.rows({
    where: { region: [pop] },
    sort: [{ field: 'id', descending: false }],
  });
  const ids = new Set<string>();
  for (let from = 0; from < rows.count; from += atOnce)
    // Slices are read one by one, because each may come from a worker.
    for (const row of await rows.slice(from, from + atOnce)) if (row.id) ids.add(row.id);
  const all = [...ids];
  return around(all, all.indexOf(id ?? ''));
}

export function useAround(listing: Listing<Node>, node: Node): Around<string> | undefined {
  return useListingResult(listing, `around ${node.pop} ${node.id}`, (list) => aroundOf(list, node));
}
