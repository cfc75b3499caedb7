import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { useNavigate } from 'react-router';
import { focusSearch } from '#app/components/keys/enter-list.ts';
import { basePath } from '#app/delivered/base.ts';
import { useAwaitedByPaper, usePrinting } from '#app/ui/use-printing.ts';
import type { Density } from '#app/url/settings.ts';
import type { Rows } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';
import type { CellContext, Column } from '../columns.tsx';
import { nameOf, useChosenRow } from './chosen-row.ts';
import { GroupRow, type RowGroup } from './GroupRow.tsx';
import { linesOf } from './group-lines.ts';
import { useRowHeight } from './row-height.ts';
import { placesOf, type RowRange, rowAfterKey } from './row-keys.ts';
import { TableRow } from './TableRow.tsx';
import { useRowsInView } from './use-rows-in-view.ts';
import { rowIn, useWindow } from './use-window.ts';

const twoLineHeight = 58;

function rowOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('tr[aria-rowindex]') : null;
}

function indexOf(row: Element): number {
  return Number(row.getAttribute('aria-rowindex')) - 1;
}

/** Handles clicks in the table body: a click on a link navigates; any other click in a row calls `onRow`. */
function useClicks(onRow: (row: Element) => void) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const { target } = event;
    if (!(target instanceof Element) || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const address = target.closest('a[data-inside]')?.getAttribute('href');
    const row = rowOf(target);
    if (address != null) {
      // The router's own links do the same, but rows have plain links (RowLink.tsx).
      event.preventDefault();
      void navigate(`/${address.slice(basePath.length)}`);
    } else if (row && !target.closest('a, button') && globalThis.getSelection()?.isCollapsed !== false)
      // A click that selects text is for copying, so it does not select the row.
      onRow(row);
  };
}

function useBroughtRow<Row extends object>(
  rows: Rows<Row>,
  selected: string | null,
  bring: (index: number) => void,
): void {
  const isBrought = useRef(selected === null);
  const bringFound = useEffectEvent((index: number | null) => {
    if (index !== null) bring(index);
  });
  useEffect(() => {
    if (isBrought.current || selected === null) return;
    isBrought.current = true;
    rows
      .slice(0, 1)
      .then(([first]) => rows.find(nameOf(first ?? {})?.field ?? 'id', selected, 0))
      .then(bringFound, () => undefined);
  }, [rows, selected]);
}

/** Body of a table with any number of rows. Only rows in view are in the document, between spacers. */
export function VirtualRows<Row extends object>({
  rows,
  asked,
  groups,
  columns,
  all,
  twoLines,
  context,
  density,
  selected,
  onSelect,
  onRange,
  jump,
}: {
  readonly rows: Rows<Row>;
  /** Text that changes with the query of the rows, but not with a refresh. */
  readonly asked: string;
  /** Groups of rows in order, each with its heading; most tables have none. */
  readonly groups: readonly RowGroup[];
  readonly columns: readonly Column<Row>[];
  /** All columns of the table, because the second line of a cell may show a hidden column. */
  readonly all: readonly Column<Row>[];
  readonly twoLines: boolean;
  readonly context: CellContext;
  readonly density: Density | null;
  readonly selected: string | null;
  readonly onSelect: (name: string | null) => void;
  readonly onRange: (range: RowRange) => void;
  /** Receives a function that scrolls a row to the top of the screen. */
  readonly jump: RefObject<((row: number) => void) | null>;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const oneLine = useRowHeight(density);
  const rowHeight = twoLines ? twoLineHeight : oneLine;
  const lines = linesOf(
    rows.count,
    groups.map((group) => group.first),
  );
  const inView = useRowsInView(body, lines.count, rowHeight);
  const chosen = useChosenRow(rows, asked, body, (index, top) => inView.keepAt(lines.of(index), top));
  const active = chosen.index;
  const first = lines.rowsBefore(inView.range.first);
  const last = lines.rowsBefore(inView.range.last + 1) - 1;
  const inWindow = useWindow(rows, lines.rowsBefore(inView.from), lines.rowsBefore(inView.to), active !== null);
  const apart = useWindow(rows, active ?? 0, active === null ? 0 : active + 1, true);
  const isThere = inWindow.rows === rows && rowIn(inWindow, lines.rowsBefore(inView.to) - 1) !== undefined;
  useAwaitedByPaper(usePrinting() && !isThere);
  useEffect(() => onRange({ first, last }), [onRange, first, last]);
  useImperativeHandle(jump, () => (row: number) => inView.startAt(lines.of(row)));

  useEffect(() => {
    const window = [apart, inWindow].find(
      (each) => each.rows === rows && active !== null && rowIn(each, active),
    );
    const record = window && active !== null ? rowIn(window, active) : undefined;
    if (record && active !== null) chosen.hold(rows, active, record);
  });

  // Forces layout now, while the frame has time, because the next scroll measures rows before it renders.
  // After a jump, the next frame has that time.
  const layOut = useEffectEvent(() => {
    if (inWindow.from > 0 && !inView.isJump) body.current?.getBoundingClientRect();
  });
  useLayoutEffect(() => layOut(), [inWindow]);

  useBroughtRow(rows, selected, (index) => inView.bring(index));

  const toggleSelected = (row: Element) => {
    const index = indexOf(row);
    const name = nameOf(rowIn(inWindow, index) ?? rowIn(apart, index) ?? {})?.value ?? null;
    if (name !== null) onSelect(name === selected ? null : name);
  };
  const act = useClicks(toggleSelected);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(event.target);
    if (!row) return;
    if (event.key === ' ' && event.target === row) {
      event.preventDefault();
      toggleSelected(row);
    }
    if (event.key === 'Enter' && event.target === row) row.querySelector('a')?.click();
    const index = chosen.keysGoOnFrom(indexOf(row));
    if (event.key === 'ArrowUp' && index === 0 && !event.repeat) {
      event.preventDefault();
      focusSearch();
      return;
    }
    const next = rowAfterKey(event.key, index, rows.count, inView.page);
    if (next === null) return;
    event.preventDefault();
    chosen.goTo(next);
    inView.bring(lines.of(next));
  };
  const choose = (target: EventTarget) => {
    const row = rowOf(target);
    if (row) chosen.choose(indexOf(row));
  };
  const from = Math.min(inWindow.from, rows.count);
  const to = Math.min(from + inWindow.held.length, rows.count);
  const entry = active ?? Math.min(Math.max(first, from), Math.max(to - 1, 0));

  const rowAt = (index: number) => {
    const row = (index === active ? rowIn(apart, index) : undefined) ?? rowIn(inWindow, index);
    return (
      <TableRow
        key={index - inWindow.offset}
        index={index}
        row={row}
        isSelected={selected !== null && row !== undefined && nameOf(row)?.value === selected}
        columns={columns}
        all={all}
        twoLines={twoLines}
        context={context}
        height={rowHeight}
        isEntry={index === entry}
      />
    );
  };
  // The active row stays in the document wherever the table is scrolled, so that keys continue from it.
  const drawn = Array.from({ length: to - from }, (_, step) => from + step);
  if (active !== null && (active < from || active >= to)) drawn.push(active);
  drawn.sort((a, b) => a - b);
  const groupAt = new Map(groups.map((group) => [lines.of(group.first) - 1, group]));
  const drawnLines = drawn.flatMap((index) => {
    const line = lines.of(index);
    return groupAt.has(line - 1) ? [line - 1, line] : [line];
  });
  const lineAt = (line: number) => {
    const group = groupAt.get(line);
    return group ? (
      <GroupRow key={`group ${group.key}`} group={group} columns={columns} height={rowHeight} />
    ) : (
      rowAt(lines.rowsBefore(line))
    );
  };
  return (
    <tbody ref={body} onKeyDown={move} onClick={act} onFocus={(event) => choose(event.target)}>
      {/* One flat list of rows and spacers, because a remounted row would lose the focus. */}
      {placesOf(drawnLines, rowHeight, inView).flatMap(({ index, gap }, position) => [
        gap > 0 && <Spacer key={`gap ${position}`} height={gap} columns={columns.length} />,
        index !== null && lineAt(index),
      ])}
      {to - from < rows.count && <CutOnPaper from={from} to={to} count={rows.count} columns={columns.length} />}
    </tbody>
  );
}

/**
 * Note on paper that only part of the rows is printed. The browser's own print command does not wait for rows
 * from a worker, and long tables are limited.
 */
function CutOnPaper({
  from,
  to,
  count,
  columns,
}: {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly columns: number;
}) {
  return (
    <tr className="hidden print:table-row">
      <td colSpan={columns}>
        Printed: rows {formatExact(from + 1)} to {formatExact(to)} of {formatExact(count)}. An export holds all
        of them.
      </td>
    </tr>
  );
}

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
