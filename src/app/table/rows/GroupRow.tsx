import type { ReactNode } from 'react';
import type { Column } from '../columns.tsx';

/** Rows that stand together, from `first` on, with a head that says what they have in common. */
export interface RowGroup {
  readonly key: string;
  /** Index of its first row. */
  readonly first: number;
  readonly label: ReactNode;
  /** Column → what its rows come to there. */
  readonly sums: Readonly<Record<string, ReactNode>>;
}

/** The head of rows that stand together; it is no row of its own to those who count them. */
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
