import { type Beside, Trail } from '#app/components/records/Trail.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';

interface Around {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const atOnce = 20_000;

/**
 * The previous and next id in the region. With three or more ids the order is cyclic; `null` for a single node.
 */
async function aroundOf(listing: Listing<Node>, { id, pop }: Node): Promise<Around | null> {
  const rows = await listing.rows({
    where: { region: [pop] },
    sort: [{ field: 'id', descending: false }],
  });
  const ids: string[] = [];
  for (let from = 0; from < rows.count; from += atOnce)
    // Slices are read one by one, because each may come from a worker.
    for (const row of await rows.slice(from, from + atOnce)) if (row.id) ids.push(row.id);
  const unique = [...new Set(ids)];
  const place = unique.indexOf(id ?? '');
  if (unique.length < 2 || place < 0) return null;
  // With two ids, the other one is either before or after, not both.
  const goesRound = unique.length > 2;
  return {
    previous: goesRound ? unique.at(place - 1) : unique[place - 1],
    next: unique[goesRound ? (place + 1) % unique.length : place + 1],
  };
}

export function NodeTrail({
  deployment: { slug },
  lookups,
  listing,
  node,
}: {
  readonly deployment: Deployment;
  readonly lookups: Lookups;
  readonly listing: Listing<Node>;
  readonly node: Node;
}) {
  const { id, pop } = node;
  const around = useAnswered(listing, `around ${id}`, (list) => aroundOf(list, node));
  const named = pop !== null && pop !== '';
  const zone = (named && lookups.places.get(pop)?.zone) || null;
  const besideOf = (to: string | undefined): Beside | null =>
    to === undefined ? null : { to: paths.node(slug, to), label: <span className="mono">{to}</span>, name: to };
  return (
    <Trail
      steps={[
        { label: 'Nodes', to: paths.nodes(slug) },
        ...(zone === null ? [] : [{ label: <Verbatim>{zone}</Verbatim>, to: paths.nodes(slug, { zone }) }]),
        ...(named ? [{ label: <Verbatim>{pop}</Verbatim>, to: paths.nodes(slug, { region: pop }) }] : []),
        { label: <span className="mono">{id?.slice(0, 80)}</span> },
      ]}
      around={
        around && named
          ? {
              label: `Nodes of ${pop.slice(0, 40)}`,
              previous: besideOf(around.previous),
              next: besideOf(around.next),
            }
          : null
      }
    />
  );
}
