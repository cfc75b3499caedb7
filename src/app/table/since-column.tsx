import { RowSince } from '#app/components/timeline/RowSince.tsx';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { formatDuration } from '#domain/text/format.ts';
import type { CellContext, Column } from './columns.tsx';

type KeyOf<Row> = (row: Row) => string | null;

/**
 * Returns when a row's state began, from the history record; `undefined` if unknown, or if the record still
 * has an earlier status word.
 */
function sinceOf<Row extends { readonly status: string | null }>(
  row: Row,
  keyOf: KeyOf<Row>,
  { lookups: { since } }: CellContext,
) {
  const start = since?.of.get(keyOf(row) ?? '');
  return start?.word === row.status ? start : undefined;
}

/**
 * Returns the content of a phone's second line: how long the state has lasted, such as ", for 1 h 42 min", if
 * the history record has its start.
 */
export function lasting<Row extends { readonly status: string | null }>(
  keyOf: KeyOf<Row>,
): NonNullable<Column<Row>['after']> {
  return (row, context) => {
    const start = sinceOf(row, keyOf, context);
    return start && start.notBefore !== null && <Lasting from={start.from} />;
  };
}

function Lasting({ from }: { readonly from: number }) {
  return <span>, for {useHostTimed((now) => formatDuration(now - from))}</span>;
}

/** Column with the start and duration of a row's state, from the history record. */
export function sinceColumn<Row extends { readonly status: string | null }>(
  keyOf: KeyOf<Row>,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    field: 'since',
    header: 'State since',
    wide: true,
    width: '10rem',
    exportedAs: 'state_since',
    cell: (row, context) => (
      <span className="text-text-2">
        <RowSince since={sinceOf(row, keyOf, context)} />
      </span>
    ),
    exported: (row, context) => {
      const start = sinceOf(row, keyOf, context);
      return start ? new Date(start.from).toISOString() : null;
    },
    ...more,
  };
}
