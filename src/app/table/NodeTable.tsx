import { Link } from 'react-router';
import { keepsListsOf } from '#app/delivered/config.ts';
import type { Deployment } from '#contract/host.ts';
import type { Integer, Node } from '#contract/resources.ts';
import { capacityOf } from '#domain/lists/fields.ts';
import { stateOf } from '#domain/severity/classify.ts';
import { FieldText } from '../components/fields/FieldValue.tsx';
import { StatusGlyph } from '../components/severity/StatusGlyph.tsx';
import { StatusWord } from '../components/severity/StatusWord.tsx';
import { Cell, type Head, SmallTable } from '../ui/elements/SmallTable.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { paths } from '../url/paths.ts';
import { BarFigure, DateValue } from './columns.tsx';

const NodeSince = lazyPart(() => import('#app/components/timeline/NodeSince.tsx'));

/**
 * Table of a few nodes with their states. The last column has the start times of the states; if history is
 * not recorded, the creation dates.
 */
export function NodeTable({
  label,
  deployment,
  nodes,
  most,
}: {
  readonly label: string;
  readonly deployment: Deployment;
  readonly nodes: readonly Node[];
  /** Value of a full bar beside a capacity. Without it there are no bars. */
  readonly most?: Integer;
}) {
  const { slug, words } = deployment;
  const isRecorded = keepsListsOf(deployment);
  const heads = [
    { label: 'Status', width: most === undefined ? '6.75rem' : '26%' },
    { label: 'Node' },
    most === undefined
      ? { label: 'Capacity', align: 'right', width: '4.25rem' }
      : { label: 'Capacity', align: 'figure', width: '24%' },
    {
      label: isRecorded ? 'State since' : 'Created',
      align: 'right',
      wide: true,
      width: isRecorded ? '8.75rem' : '6.5rem',
    },
  ] as const satisfies readonly Head[];
  return (
    <SmallTable label={label} heads={heads}>
      {nodes.map((node, index) => {
        const state = stateOf(node, words);
        const value = capacityOf(node);
        const id = (
          <FieldText record={node} field="id" value={node.id} form={{ kind: 'id', prefix: 'nod' }} mono />
        );
        const capacity = (
          <FieldText record={node} field="capacity" value={node.capacity} form={{ kind: 'capacity' }} />
        );
        return (
          <tr key={`${node.id} ${index}`} className="max-md:h-11">
            <Cell head={heads[0]} className="max-md:whitespace-normal!">
              <span className="inline-flex max-w-full items-center gap-2">
                <StatusGlyph severity={state.severity} size={10} />
                <StatusWord state={state} className="leading-tight max-md:line-clamp-2 md:truncate" />
              </span>
            </Cell>
            <Cell head={heads[1]}>
              {node.id === null || node.id === '' ? (
                id
              ) : (
                <Link className="link inline-block max-md:py-3" to={paths.node(slug, node.id)}>
                  {id}
                </Link>
              )}
            </Cell>
            <Cell head={heads[2]} className="drains">
              {value === null || most === undefined ? (
                capacity
              ) : (
                <BarFigure value={value} most={most}>
                  {capacity}
                </BarFigure>
              )}
            </Cell>
            <Cell head={heads[3]} className="drains text-text-2">
              {isRecorded ? (
                <NodeSince slug={slug} node={node} />
              ) : (
                <DateValue record={node} field="created_at" value={node.created_at} />
              )}
            </Cell>
          </tr>
        );
      })}
    </SmallTable>
  );
}
