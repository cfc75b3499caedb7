import { Link } from 'react-router';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { type Unit, UnitMarks } from '#app/components/severity/UnitMarks.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { NodeTable } from '#app/table/NodeTable.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { stateOf } from '#domain/severity/classify.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { IgnoredFilterNotice } from '../IgnoredFilterNotice.tsx';
import type { RegionProps } from '../use-region.ts';
import { capacityClasses } from './capacity-classes.ts';

/** Maximum number of marks, one per node. More marks would only show how many there are. */
const mostMarks = 600;
const listed = 16;

/** Panel with one mark per node of the region, grouped by advertised capacity. */
export function NodesByCapacity({ deployment, details }: RegionProps) {
  const { source, listing, within, count = 0 } = details.nodes;
  const nodes = useListingResult(listing, `marks ${details.code}`, async (list) =>
    (await list.rows(within)).slice(0, mostMarks),
  );
  const rows = capacityClasses(nodes ?? []).map(({ capacity, nodes }) => ({
    key: String(capacity),
    label: nodes[0] && (
      <FieldText record={nodes[0]} field="capacity" value={capacity} form={{ kind: 'capacity' }} />
    ),
    units: nodes.map((node, index) => unitOf(node, index, deployment)),
  }));
  return (
    <Panel
      title="Nodes by advertised capacity"
      aside="one mark, one node"
      sources={[source]}
      className="[--room:9.25rem]"
    >
      {nodes?.length === 0 && <EmptyState>No nodes are listed here.</EmptyState>}
      {rows.length > 0 && (
        <UnitMarks
          rows={rows}
          claim={
            count > mostMarks ? { kind: 'at-least', reasons: ['not all are drawn'] } : (listing?.claim ?? exact)
          }
          label="Nodes by advertised capacity"
        />
      )}
      {count > mostMarks && (
        <p className="caption pt-1.5">
          {formatExact(mostMarks)} of {formatExact(count)} nodes are drawn.
        </p>
      )}
      <IgnoredFilterNotice part={details.nodes} noun="nodes" code={details.code} />
    </Panel>
  );
}

function unitOf(node: Node, index: number, { slug, words }: Deployment): Unit {
  const state = stateOf(node, words);
  return {
    key: `${node.id} ${index}`,
    severity: state.severity,
    label: [node.id ?? 'no id', state.label, node.capacity ?? 'capacity not provided'].join(', '),
    to: node.id ? paths.node(slug, node.id) : null,
  };
}

export function NodeList({ deployment, details }: RegionProps) {
  const { source, listing, within, count = 0, claim } = details.nodes;
  const nodes = useListingResult(listing, `first ${details.code}`, async (list) => {
    const rows = await list.rows({ ...within, sort: [{ field: 'rank', descending: true }] });
    return rows.slice(0, listed);
  });
  const all = paths.nodes(deployment.slug, { region: details.code });
  return (
    <Panel
      title="Node list"
      note="not operational first"
      aside={
        claim && (
          <Link to={all} className="link">
            <Claimed claim={claim}>{formatExact(count)}</Claimed>
            {claim.kind === 'exact' ? ', complete' : ''}
          </Link>
        )
      }
      sources={[source]}
      className="[--room:34rem] max-md:[--room:50rem]"
    >
      {nodes?.length === 0 && <EmptyState>No nodes are listed here.</EmptyState>}
      {nodes && nodes.length > 0 && <NodeTable label="Node list" deployment={deployment} nodes={nodes} />}
      {nodes && count > listed && (
        <p className="caption pt-1.5">
          {formatExact(listed)} shown.{' '}
          <Link to={all} className="underline underline-offset-3">
            All {plural(count, 'node')}
          </Link>
        </p>
      )}
    </Panel>
  );
}
