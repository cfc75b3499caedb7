import { FieldText } from '#app/components/fields/FieldValue.tsx';
import {
  BarFigure,
  type Column,
  cityColumn,
  createdColumn,
  idColumn,
  regionColumn,
  statusColumn,
  zoneColumn,
} from '#app/table/columns.tsx';
import { lasting, sinceColumn } from '#app/table/since-column.tsx';
import { paths } from '#app/url/paths.ts';
import type { Integer, Node } from '#contract/resources.ts';
import { capacityOf } from '#domain/lists/fields.ts';

const id = (node: Node) => node.id;
const pop = (node: Node) => node.pop;

function capacityColumn(most: Integer): Column<Node> {
  return {
    field: 'advertised',
    header: 'Capacity',
    align: 'figure',
    width: '13rem',
    phoneWidth: '5.5rem',
    below: 'region',
    exportedAs: 'capacity',
    cell: (node) => {
      const text = (
        <FieldText record={node} field="capacity" value={node.capacity} form={{ kind: 'capacity' }} />
      );
      const value = capacityOf(node);
      return value === null ? (
        text
      ) : (
        <BarFigure value={value} most={most}>
          {text}
        </BarFigure>
      );
    },
    exported: (node) => node.capacity,
  };
}

/** Builds the columns of the nodes table. `most` is the capacity of a full bar. */
export function nodeColumns(most: Integer, withSince: boolean): readonly Column<Node>[] {
  return [
    statusColumn({ width: '11rem', below: 'id', after: lasting(id) }),
    ...(withSince ? [sinceColumn(id)] : []),
    idColumn('nod', paths.node, { header: 'Node', width: '13rem' }),
    regionColumn('region', pop, { wide: true, width: '6rem', exportedAs: 'pop' }),
    cityColumn(pop),
    zoneColumn(pop),
    capacityColumn(most),
    createdColumn('7.5rem'),
  ];
}
