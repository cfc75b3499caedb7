import { useMemo } from 'react';
import type { CellContext, Column } from '../columns.tsx';

/** One row of a table. Its cells are empty until its slice of rows has arrived. */
export function TableRow<Row extends object>({
  index,
  row,
  columns,
  all,
  twoLines,
  context,
  height,
  isEntry,
  isSelected,
}: {
  readonly index: number;
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  readonly all: readonly Column<Row>[];
  readonly twoLines: boolean;
  readonly context: CellContext;
  readonly height: number;
  /** Whether this row is the tab stop of the table. */
  readonly isEntry: boolean;
  readonly isSelected: boolean;
}) {
  // Each step of a scroll renders all rows in view. React skips cells that are the same objects as before.
  const cells = useMemo(
    () =>
      columns.map((column) => {
        const second = twoLines ? all.find((each) => each.field === column.below) : undefined;
        return (
          <td key={column.field} className={`column-${column.align ?? 'left'}`}>
            {row && column.cell(row, context)}
            {row && second && (
              <div className="second-line">
                {second.cell(row, context)}
                {column.after?.(row, context)}
              </div>
            )}
          </td>
        );
      }),
    [columns, all, row, twoLines, context],
  );
  return (
    <tr
      aria-rowindex={index + 1}
      aria-current={isSelected || undefined}
      tabIndex={isEntry ? 0 : -1}
      style={{ height }}
    >
      {cells}
    </tr>
  );
}
