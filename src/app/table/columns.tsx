import type { ReactNode } from 'react';
import { parseTimestamp } from '#contract/forms.ts';
import type { Integer } from '#contract/resources.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { type State, stateOf } from '#domain/severity/classify.ts';
import type { ExportValue } from '#domain/text/exports.ts';
import { formatDate, formatDateTime, noValue } from '#domain/text/format.ts';
import { FieldText } from '../components/fields/FieldValue.tsx';
import { Verbatim } from '../components/fields/Verbatim.tsx';
import { StatusGlyph } from '../components/severity/StatusGlyph.tsx';
import { StatusWord } from '../components/severity/StatusWord.tsx';
import { paths } from '../url/paths.ts';
import { RowLink } from './rows/RowLink.tsx';

export interface CellContext {
  readonly slug: string;
  readonly lookups: Lookups;
}

export interface Column<Row> {
  /** Name of the listing field that the column shows and sorts by. */
  readonly field: string;
  readonly header: string;
  /** Content below the header: ticks of an axis, or names and counts of a matrix. */
  readonly under?: ReactNode;
  /** Alignment of cells: text left, numbers right. `figure`: a number beside a bar ({@link BarFigure}). */
  readonly align?: 'left' | 'right' | 'figure';
  /** Whether the column is hidden on a phone, where only identifying columns and the state fit. */
  readonly wide?: boolean;
  /** On a phone, field of the column whose cell is the second line of this one. */
  readonly below?: string;
  /** On a phone, content at the end of the second line of the cell. */
  readonly after?: (row: Row, context: CellContext) => ReactNode;
  readonly width?: string;
  readonly phoneWidth?: string;
  /** Further columns that exports have after this one. */
  readonly alsoExported?: readonly {
    readonly name: string;
    readonly value: (row: Row, context: CellContext) => ExportValue;
  }[];
  /** Name of the column in exports. Default: its field. */
  readonly exportedAs?: string;
  /** Whether exports contain the column even if it is hidden, because it identifies the row. */
  readonly tellsApart?: boolean;
  readonly cell: (row: Row, context: CellContext) => ReactNode;
  /** Returns the value for exports: exact, as sent. */
  readonly exported: (row: Row, context: CellContext) => ExportValue;
}

/** Column with the id of each row, linked to its page. An empty id is plain text. */
export function idColumn<Row extends { readonly id: string | null }>(
  prefix: string,
  to: ((slug: string, id: string) => string) | null,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    field: 'id',
    header: 'Id',
    width: '12rem',
    wide: true,
    cell: (row, { slug }) => {
      const text = <FieldText record={row} field="id" value={row.id} form={{ kind: 'id', prefix }} mono />;
      return to === null || row.id === null || row.id === '' ? (
        text
      ) : (
        <RowLink to={to(slug, row.id)}>{text}</RowLink>
      );
    },
    exported: (row) => row.id,
    ...more,
  };
}

export function regionColumn<Row extends object>(
  field: string,
  codeOf: (row: Row) => string | null,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    field,
    header: 'Region',
    width: '5.5rem',
    cell: (row, { slug }) => {
      const code = codeOf(row);
      const text = <FieldText record={row} field={field} value={code} form={{ kind: 'region-code' }} mono />;
      return code === null || code === '' ? (
        text
      ) : (
        <RowLink to={paths.region(slug, code)} data-region={code}>
          {text}
        </RowLink>
      );
    },
    exported: codeOf,
    ...more,
  };
}

export function cityColumn<Row extends object>(codeOf: (row: Row) => string | null): Column<Row> {
  const city = (row: Row, { lookups }: CellContext) => lookups.places.get(codeOf(row) ?? '')?.name ?? null;
  return {
    field: 'city',
    header: 'City',
    wide: true,
    width: '9rem',
    cell: (row, context) => {
      const name = city(row, context);
      if (name !== null) return <Verbatim>{name}</Verbatim>;
      const { places } = context.lookups;
      const isListed = places.has(codeOf(row) ?? '');
      // Before a region list is read, no region counts as unknown.
      const absence = places.size === 0 ? noValue : isListed ? 'not provided' : 'unknown region';
      return <span className="text-text-3">{absence}</span>;
    },
    exported: city,
  };
}

export function zoneColumn<Row extends object>(codeOf: (row: Row) => string | null): Column<Row> {
  const zone = (row: Row, { lookups }: CellContext) => lookups.places.get(codeOf(row) ?? '')?.zone ?? null;
  return {
    field: 'zone',
    header: 'Zone',
    wide: true,
    width: '8rem',
    cell: (row, context) => {
      const name = zone(row, context);
      return name === null ? <span className="text-text-3">–</span> : <Verbatim>{name}</Verbatim>;
    },
    exported: zone,
  };
}

/**
 * Length of the bar as a fraction from 0 to 1. It is 0 if the value exceeds `most`, which then belongs to an
 * earlier list.
 */
function barShare(value: Integer, most: Integer): number {
  const share = Number(most) > 0 ? Number(value) / Number(most) : 0;
  return share > 1 ? 0 : share;
}

/**
 * A number and its bar, relative to `most`. There is no bar while `most` is unknown or outdated, and none on
 * a phone.
 */
export function BarFigure({
  value,
  most,
  children,
}: {
  readonly value: Integer;
  readonly most: Integer;
  readonly children: ReactNode;
}) {
  const share = barShare(value, most);
  return (
    <span className="bar-figure">
      <span className="drains">{children}</span>
      <span aria-hidden="true" className="drains-fill">
        <span style={{ width: `${share * 100}%`, minWidth: share > 0 ? 1 : 0 }} />
      </span>
    </span>
  );
}

export function createdColumn<Row extends { readonly created_at: string | null }>(
  width = '6.5rem',
): Column<Row> {
  return {
    field: 'created_at',
    header: 'Created',
    align: 'right',
    wide: true,
    width,
    cell: (row) => <DateValue record={row} field="created_at" value={row.created_at} />,
    exported: (row) => row.created_at,
  };
}

/** The day of a timestamp; an invalid timestamp as sent. */
export function DateValue({
  record,
  field,
  value,
}: {
  readonly record: object;
  readonly field: string;
  readonly value: string | null;
}) {
  const time = value === null ? null : parseTimestamp(value);
  if (time === null)
    return <FieldText record={record} field={field} value={value} form={{ kind: 'timestamp' }} />;
  return (
    <time dateTime={value ?? ''} title={formatDateTime(time)}>
      {formatDate(time)}
    </time>
  );
}

export function StateCell({ state }: { readonly state: State }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <StatusGlyph severity={state.severity} size={10} />
      <StatusWord state={state} className="leading-tight max-md:line-clamp-2 md:truncate" />
    </span>
  );
}

export function statusColumn<Row extends { readonly status: string | null }>(
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    // Sorts by severity, then by the table's own order.
    field: 'rank',
    header: 'Status',
    width: '10rem',
    exportedAs: 'status',
    cell: (row, { lookups }) => <StateCell state={stateOf(row, lookups.words)} />,
    exported: (row) => row.status,
    ...more,
  };
}
