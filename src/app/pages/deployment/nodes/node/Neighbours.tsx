import { Link } from 'react-router';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { isGrowing } from '#app/queries/lists.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { NodeTable } from '#app/table/NodeTable.tsx';
import { paths } from '#app/url/paths.ts';
import type { Node } from '#contract/resources.ts';
import { capacityOf } from '#domain/lists/fields.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';
import type { NodeProps } from './use-node-lists.ts';

const mostShown = 16;

interface Others {
  readonly rows: readonly Node[];
  readonly count: number;
}

async function othersOf(listing: Listing<Node>, node: Node): Promise<Others> {
  const rows = await listing.rows({
    where: { region: [node.pop] },
    sort: [
      { field: 'rank', descending: true },
      { field: 'id', descending: false },
    ],
  });
  const firstRows = await rows.slice(0, mostShown + 1);
  const others = firstRows.filter((row) => row.id !== node.id);
  return { rows: others.slice(0, mostShown), count: rows.count - 1 };
}

export function Neighbours({ deployment, source, listing, node }: NodeProps) {
  const { slug } = deployment;
  const { pop } = node;
  const found = useListingResult(listing, `others ${pop} ${node.id}`, (list) => othersOf(list, node));
  // The first rows of a growing list contain few nodes of a region, or none.
  const others = isGrowing(deployment, 'node', source) ? undefined : found;
  const most = Math.max(0, ...(others?.rows ?? []).map((row) => Number(capacityOf(row) ?? 0)));
  if (pop === null || pop === '') return null;
  return (
    <Panel
      title="Neighbours"
      note={
        others && (
          <>
            <Claimed claim={listing.claim}>{formatExact(others.count)}</Claimed> in the same region
          </>
        )
      }
      aside="not operational first"
      sources={[source]}
      className="[--room:34rem] max-md:[--room:50rem]"
    >
      {others && others.count < 1 ? (
        <EmptyState>No other node is listed in {pop.slice(0, 40)}.</EmptyState>
      ) : (
        others && <NodeTable label="Neighbours" deployment={deployment} nodes={others.rows} most={most} />
      )}
      {others && others.count > others.rows.length && (
        <p className="pt-2 text-text-2">
          {formatExact(others.rows.length)} shown.{' '}
          <Link to={paths.nodes(slug, { region: pop })} className="underline underline-offset-3">
            All nodes in {pop.slice(0, 40)}
          </Link>
        </p>
      )}
    </Panel>
  );
}
