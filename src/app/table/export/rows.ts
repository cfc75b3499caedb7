import type { Source } from '#app/queries/source.ts';
import { now } from '#app/ui/time/clock.ts';
import { flawOf } from '#contract/decode/row.ts';
import { ageOfResponse } from '#domain/answer/freshness.ts';
import type { Listing, Rows } from '#domain/lists/listing.ts';
import type { ExportHeading, ExportValue } from '#domain/text/exports.ts';
import { formatAge, joinWords } from '#domain/text/format.ts';
import type { CellContext, Column } from '../columns.tsx';
import { conditions } from '../filter/conditions.ts';
import type { DataTableProps } from '../table-props.ts';
import { baseUrlOf, claimInWords, deploymentLines, type Exported, observedLines } from './file.ts';

type ExportProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'columns' | 'slug' | 'lookups' | 'places' | 'listing' | 'source' | 'also' | 'search'
> & {
  /** All columns of the table; `columns` contains only those shown. */
  readonly all: readonly Column<Row>[];
  readonly rows: Rows<Row>;
};

/** Returns the exported value of a cell, or what was sent in place of a valid value. */
function cellOf<Row extends object>(column: Column<Row>, row: Row, context: CellContext): ExportValue {
  const value = column.exported(row, context);
  if (value !== null) return value;
  const sent = flawOf(row, column.exportedAs ?? column.field)?.sent;
  return sent ? { sent } : null;
}

function cellsOf<Row extends object>(column: Column<Row>, row: Row, context: CellContext): ExportValue[] {
  return [cellOf(column, row, context), ...(column.alsoExported ?? []).map(({ value }) => value(row, context))];
}

function headingOf<Row extends object>(props: ExportProps<Row>): ExportHeading {
  const answer = props.source.feed.answer;
  const time = now();
  const joined: readonly Source<Listing<unknown>>[] = [
    ...(props.also ?? []),
    ...(props.places ? [props.places] : []),
  ];
  return [
    ...deploymentLines(props.slug),
    ['source', `${baseUrlOf(props.slug)}${props.source.path}`],
    ['exported', new Date(time).toISOString()],
    ['read', answer ? new Date(answer.receivedAt).toISOString() : 'never'],
    ['age', answer ? formatAge(ageOfResponse(answer, time), { late: false }) : 'unknown'],
    ...observedLines(answer),
    ['claim', claimInWords(props.listing.claim)],
    ...joined.flatMap(({ path, feed: { answer } }): [string, string][] => {
      if (!answer) return [];
      const read = new Date(answer.receivedAt).toISOString();
      const seen = observedLines(answer).map(([, time]) => `, observed ${time}`);
      return [[`joined ${path}`, `${claimInWords(answer.value.claim)}, read ${read}${seen.join('')}`]];
    }),
    ['rows', `${props.rows.count} of ${props.listing.count}`],
    ['filter', joinWords(conditions(props.search, props.columns)) || 'none'],
  ];
}

export function exportedRows<Row extends object>(props: ExportProps<Row>): Exported {
  const { rows, slug, lookups, listing } = props;
  const columns = props.all.filter((column) => column.tellsApart === true || props.columns.includes(column));
  return {
    heading: headingOf(props),
    names: columns.flatMap((column) => [
      column.exportedAs ?? column.field,
      ...(column.alsoExported ?? []).map(({ name }) => name),
    ]),
    count: rows.count,
    cells: async (from, to) =>
      (await rows.slice(from, to)).map((row) =>
        columns.flatMap((column) => cellsOf(column, row, { slug, lookups })),
      ),
    hold: listing.hold?.bind(listing),
  };
}
