import { Link } from 'react-router';
import { Claimed } from '#app/components/lists/Count.tsx';
import { FieldText } from '#app/components/records/FieldValue.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { type Unit, UnitMarks } from '#app/components/severity/UnitMarks.tsx';
import { EmptyState, Panel } from '#app/components/vouching/Panel.tsx';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { paths } from '#app/url/paths.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { stateOf } from '#domain/severity/classify.ts';
import { formatDate, formatDateTime, formatExact, plural } from '#domain/text/format.ts';
import { Strangers } from '../Strangers.tsx';
import type { RegionDetails } from '../use-region.ts';
import { capacityClasses } from './capacity-classes.ts';

interface Props {
  readonly deployment: Deployment;
  readonly details: RegionDetails;
}

/** More marks than these say no more than their number. */
const mostMarks = 600;
const listed = 16;

/** One mark a node, by the capacity it advertises. */
export function NodesByCapacity({ deployment, details }: Props) {
  const { source, listing, within, count = 0 } = details.nodes;
  const nodes = useAnswered(listing, 'marks', async (list) => (await list.rows(within)).slice(0, mostMarks));
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
      <Strangers held={details.nodes} noun="nodes" code={details.code} />
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

/** Nodes of the region, those that are not operational first. */
export function NodeList({ deployment, details }: Props) {
  const { source, listing, within, count = 0, claim } = details.nodes;
  const nodes = useAnswered(listing, 'first', async (list) => {
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
      {nodes && nodes.length > 0 && <NodeTable nodes={nodes} deployment={deployment} />}
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

function NodeTable({
  nodes,
  deployment,
}: {
  readonly nodes: readonly Node[];
  readonly deployment: Deployment;
}) {
  return (
    <table className="w-full border-collapse">
      <thead className="text-[12px] text-text-2">
        <tr className="*:border-b *:border-line *:py-1 *:text-left *:font-[480]">
          <th scope="col">Status</th>
          <th scope="col">Node</th>
          <th scope="col" className="!text-right">
            Capacity
          </th>
          <th scope="col" className="!text-right max-md:hidden">
            Created
          </th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node, index) => (
          <tr
            key={`${node.id} ${index}`}
            className="h-[27px] max-md:h-11 *:border-b *:border-line *:whitespace-nowrap"
          >
            <td className="max-w-36 pr-2">
              <NodeState node={node} deployment={deployment} />
            </td>
            <td className="pr-2">
              <NodeId node={node} slug={deployment.slug} />
            </td>
            <td className="drains max-w-24 truncate text-right">
              <FieldText record={node} field="capacity" value={node.capacity} form={{ kind: 'capacity' }} />
            </td>
            <td className="pl-2 text-right text-text-2 max-md:hidden">
              <span className="drains">
                <Created node={node} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NodeState({ node, deployment }: { readonly node: Node; readonly deployment: Deployment }) {
  const state = stateOf(node, deployment.words);
  return (
    <span className="flex items-center gap-2">
      <StatusGlyph severity={state.severity} size={10} />
      <StatusWord state={state} className="truncate" />
    </span>
  );
}

function NodeId({ node, slug }: { readonly node: Node; readonly slug: string }) {
  const text = <FieldText record={node} field="id" value={node.id} form={{ kind: 'id', prefix: 'nod' }} mono />;
  return node.id ? (
    <Link className="link inline-block py-0.5 max-md:py-3" to={paths.node(slug, node.id)}>
      {text}
    </Link>
  ) : (
    text
  );
}

function Created({ node }: { readonly node: Node }) {
  const sent = node.created_at;
  const time = sent === null ? null : parseTimestamp(sent);
  if (time === null)
    return <FieldText record={node} field="created_at" value={sent} form={{ kind: 'timestamp' }} />;
  return <span title={formatDateTime(time)}>{formatDate(time)}</span>;
}
