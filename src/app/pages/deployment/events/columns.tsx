import { FieldText, Flawed } from '#app/components/fields/FieldValue.tsx';
import { BarFigure, type Column, createdColumn, idColumn } from '#app/table/columns.tsx';
import { RowLink } from '#app/table/rows/RowLink.tsx';
import { paths } from '#app/url/paths.ts';
import type { EventType, Integer } from '#contract/resources.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { SourceMark } from './SourceMark.tsx';

/**
 * Builds the columns of the event types table. `largest`: count of a full bar. `total`: 100 % of the shares.
 */
export function eventColumns({
  order,
  largest,
  total,
}: {
  readonly order: readonly string[];
  readonly largest: Integer;
  readonly total: Integer;
}): readonly Column<EventType>[] {
  return [
    {
      field: 'name',
      header: 'Event type',
      width: '24%',
      below: 'source',
      cell: (row, { slug }) => {
        const name = <FieldText record={row} field="name" value={row.name} form={{ kind: 'event-name' }} />;
        return row.id === null || row.id === '' ? (
          <b className="font-[560]">{name}</b>
        ) : (
          <RowLink className="font-[560]" to={paths.event(slug, row.id)}>
            {name}
          </RowLink>
        );
      },
      exported: (row) => row.name,
    },
    {
      field: 'source',
      header: 'Source',
      wide: true,
      width: '8rem',
      cell: (row) => (
        <span className="inline-flex max-w-full items-baseline gap-2">
          <SourceMark source={row.source} order={order} />
          <span className="truncate">
            <FieldText record={row} field="source" value={row.source} />
          </span>
        </span>
      ),
      exported: (row) => row.source,
    },
    {
      field: 'count',
      header: 'Count',
      align: 'figure',
      phoneWidth: '7.5rem',
      under: <span className="float-right mr-3 pt-1 font-[480] max-md:hidden">Share</span>,
      cell: (row) =>
        row.count === null ? (
          <Flawed record={row} field="count" />
        ) : (
          <span className="flex gap-4 [--figure:7rem]">
            <span className="min-w-0 flex-1">
              <BarFigure value={row.count} most={largest}>
                {formatExact(row.count)}
              </BarFigure>
            </span>
            <span className="drains mr-3 w-14 text-right text-text-2 max-md:hidden">
              {formatPercent(row.count, total)}
            </span>
          </span>
        ),
      exported: (row) => row.count,
    },
    idColumn<EventType>('evt', paths.event, { width: '12rem' }),
    createdColumn('7rem'),
  ];
}
