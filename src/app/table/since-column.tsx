import { RowSince } from '#app/components/timeline/RowSince.tsx';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { formatDuration } from '#domain/text/format.ts';
import type { CellContext, Column } from './columns.tsx';

type KeyOf<Row> = (row: Row) => string | null;

/** What the record tells of a row; `undefined` where the page is ahead of it: it is of another word then. */
function toldOf<Row extends { readonly status: string | null }>(
  row: Row,
  keyOf: KeyOf<Row>,
  { lookups: { since } }: CellContext,
) {
  const told = since?.of.get(keyOf(row) ?? '');
  return told?.word === row.status ? told : undefined;
}

/** ", for 1 h 42 min" where the record saw the state of a row begin. */
export function lasting<Row extends { readonly status: string | null }>(
  keyOf: KeyOf<Row>,
): NonNullable<Column<Row>['after']> {
  return (row, context) => {
    const told = toldOf(row, keyOf, context);
    return told && told.notBefore !== null && <Lasting from={told.from} />;
  };
}

function Lasting({ from }: { readonly from: number }) {
  return <span>, for {useHostTimed((now) => formatDuration(now - from))}</span>;
}

/** Since when the record has a row in its state, and how long that is. */
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
        <RowSince told={toldOf(row, keyOf, context)} />
      </span>
    ),
    exported: (row, context) => {
      const told = toldOf(row, keyOf, context);
      return told ? new Date(told.from).toISOString() : null;
    },
    ...more,
  };
}
