import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Rows } from '../../../domain/listing.ts';
import { usePhone } from '../../ui/use-phone.ts';
import { useChosenRow } from './chosen-row.ts';
import type { CellContext, Column } from './columns.tsx';
import { useRowHeight } from './row-height.ts';
import { type RowRange, rowAfterKey, rowsBetween, runsOf } from './row-keys.ts';
import { TableRow } from './TableRow.tsx';

interface Window<Row> {
  readonly rows: Rows<Row>;
  readonly from: number;
  readonly held: readonly Row[];
}

/** The rows in view, taken slice by slice; keeps the earlier slice until the next one is there. */
function useWindow<Row>(rows: Rows<Row>, from: number, to: number): Window<Row> {
  const [window, setWindow] = useState<Window<Row>>({ rows, from: 0, held: [] });
  useEffect(() => {
    let current = true;
    rows.slice(from, to).then(
      (held) => current && setWindow({ rows, from, held }),
      // Rows of a list that was replaced meanwhile: those of the next one are on their way.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [rows, from, to]);
  return window;
}

function rowIn<Row>({ from, held }: Window<Row>, index: number): Row | undefined {
  return held[index - from];
}

const twoLineHeight = 58;
/** What stands over the rows at the top and at the foot of the screen, pixels: bars, table head, table footer. */
const desk = { top: 44, foot: 38 };
const phoneEdges = { top: 48, foot: 96 };

/** The body of a table of any length: only the rows in view are in the document, between spacers. */
export function VirtualRows<Row extends object>({
  rows,
  asked,
  columns,
  all,
  twoLines,
  context,
  onRange,
}: {
  readonly rows: Rows<Row>;
  /** Changes with the question that the rows answer, not with a refresh. */
  readonly asked: string;
  /** Columns shown. */
  readonly columns: readonly Column<Row>[];
  /** Columns there are: a second line may show one that has no place of its own. */
  readonly all: readonly Column<Row>[];
  readonly twoLines: boolean;
  readonly context: CellContext;
  readonly onRange: (range: RowRange) => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const oneLine = useRowHeight();
  const rowHeight = twoLines ? twoLineHeight : oneLine;
  const edges = usePhone() ? phoneEdges : desk;
  const [{ margin, head }, setPlace] = useState({ margin: 0, head: 0 });
  const chosen = useChosenRow(rows, asked, body);
  const active = chosen.index;

  // What stands above the table may grow at any time; the document then changes its height.
  useLayoutEffect(() => {
    const measure = () => {
      if (!body.current) return;
      const top = body.current.getBoundingClientRect().top + globalThis.scrollY;
      const above = body.current.closest('table')?.tHead?.offsetHeight ?? 0;
      setPlace((place) =>
        place.margin === top && place.head === above ? place : { margin: top, head: above },
      );
    };
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
    scrollPaddingStart: edges.top + head,
    scrollPaddingEnd: edges.foot,
    // The chosen row stays in the document wherever the table is scrolled to, so that the keys go on from it.
    rangeExtractor: (range: Range) => {
      const inView = defaultRangeExtractor(range);
      if (active === null || inView.includes(active)) return inView;
      return [...inView, active].toSorted((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const runs = runsOf(virtualizer.getVirtualItems().map((item) => item.index));
  const [from, to] = runs.find(([start, end]) => active === null || start !== active || end !== active + 1) ?? [
    0, 0,
  ];
  const inWindow = useWindow(rows, from, to);
  const apart = useWindow(rows, active ?? 0, active === null ? 0 : active + 1);
  const offset = (virtualizer.scrollOffset ?? 0) - margin;
  const { first, last } = rowsBetween(
    offset + edges.top + head,
    offset + (virtualizer.scrollRect?.height ?? 0) - edges.foot,
    rowHeight,
    rows.count,
  );
  useEffect(() => onRange({ first, last }), [onRange, first, last]);

  useEffect(() => {
    const window = [apart, inWindow].find(
      (each) => each.rows === rows && active !== null && rowIn(each, active),
    );
    const record = window && active !== null ? rowIn(window, active) : undefined;
    if (record && active !== null) chosen.hold(rows, active, record);
  });

  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target instanceof Element ? event.target.closest('tr[aria-rowindex]') : null;
    if (!row) return;
    if (event.key === 'Enter' && event.target === row) row.querySelector('a')?.click();
    const index = chosen.keysGoOnFrom(Number(row.getAttribute('aria-rowindex')) - 1);
    const next = rowAfterKey(event.key, index, rows.count, last - first);
    if (next === null) return;
    event.preventDefault();
    chosen.goTo(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
  };
  const choose = (target: Element) => {
    const index = target.closest('tr[aria-rowindex]')?.getAttribute('aria-rowindex');
    if (index) chosen.choose(Number(index) - 1);
  };
  const entry = active ?? Math.min(Math.max(first, from), Math.max(to - 1, 0));

  const rowAt = (index: number) => (
    <TableRow
      key={index}
      index={index}
      row={(index === active ? rowIn(apart, index) : undefined) ?? rowIn(inWindow, index)}
      columns={columns}
      all={all}
      twoLines={twoLines}
      context={context}
      height={rowHeight}
      isEntry={index === entry}
    />
  );
  const spacer = (key: string, skipped: number) =>
    skipped > 0 && <Spacer key={key} height={skipped * rowHeight} columns={columns.length} />;
  return (
    <tbody ref={body} onKeyDown={move} onFocus={(event) => choose(event.target)}>
      {/* One flat list: a focused row that leaves the window must not be made anew, or it would lose the focus. */}
      {runs.flatMap(([start, end], position) => [
        spacer(position === 0 ? 'before' : 'between', start - (runs[position - 1]?.[1] ?? 0)),
        ...Array.from({ length: end - start }, (_, step) => rowAt(start + step)),
      ])}
      {spacer('after', rows.count - (runs.at(-1)?.[1] ?? 0))}
    </tbody>
  );
}

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
