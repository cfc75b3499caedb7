import type { ReactNode } from 'react';
import type { Column } from '../columns.tsx';

export interface RowGroup {
  readonly key: string;
  readonly first: number;
  readonly label: ReactNode;
  readonly sums: Readonly<Record<string, ReactNode>>;
}

/** Heading of a group of rows, with sums. It does not count as a row in `aria-rowindex`. */
export function GroupRow<Row>({
  group: { label, sums },
  columns,
  height,
}: {
  readonly group: RowGroup;
  readonly columns: readonly Column<Row>[];
  readonly height: number;
}) {
  const summed = columns.findIndex((column) => column.field in sums);
  const named = summed < 0 ? columns.length : summed;
  return (
    <tr className="group-row" style={{ height }}>
      <th scope="rowgroup" colSpan={named}>
        {label}
      </th>
      {columns.slice(named).map((column) => (
        <td key={column.field} className={`column-${column.align ?? 'left'}`}>
          {sums[column.field]}
        </td>
      ))}
    </tr>
  );
}
