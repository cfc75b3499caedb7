import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Rows } from '../../../domain/listing.ts';
import { useRowHeight } from '../../settings.ts';
import type { CellContext, Column } from './columns.tsx';

interface Window<Row> {
  readonly from: number;
  readonly held: readonly Row[];
}

/** The rows in view, taken slice by slice; keeps the earlier slice until the next one is there. */
function useWindow<Row>(rows: Rows<Row>, from: number, to: number): Window<Row> {
  const [window, setWindow] = useState<Window<Row>>({ from: 0, held: [] });
  useEffect(() => {
    let current = true;
    void rows.slice(from, to).then((held) => current && setWindow({ from, held }));
    return () => {
      current = false;
    };
  }, [rows, from, to]);
  return window;
}

/** The body of a table of any length: only the rows in view are in the document, between two spacers. */
export function VirtualRows<Row extends object>({
  rows,
  columns,
  context,
}: {
  readonly rows: Rows<Row>;
  readonly columns: readonly Column<Row>[];
  readonly context: CellContext;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRowHeight();
  const [margin, setMargin] = useState(0);
  // What stands above the table may grow at any time; the document then changes its height.
  useLayoutEffect(() => {
    const measure = () => setMargin((body.current?.getBoundingClientRect().top ?? 0) + globalThis.scrollY);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    measure();
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: margin,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = (items.at(-1)?.index ?? -1) + 1;
  const window = useWindow(rows, from, to);
  return (
    <tbody ref={body}>
      <Spacer height={from * rowHeight} columns={columns.length} />
      {items.map(({ index }) => {
        const row = window.held[index - window.from];
        return (
          <tr key={index} aria-rowindex={index + 1} tabIndex={-1} style={{ height: rowHeight }}>
            {columns.map((column) => (
              <td
                key={column.field}
                className={`${column.wide ? 'wide-only' : ''} ${column.align === 'right' ? 'text-right' : ''}`}
              >
                {row === undefined ? null : column.cell(row, context)}
              </td>
            ))}
          </tr>
        );
      })}
      <Spacer height={Math.max(0, rows.count - to) * rowHeight} columns={columns.length} />
    </tbody>
  );
}

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  return height === 0 ? null : (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
