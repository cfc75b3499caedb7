import { type KeyboardEvent, useId } from 'react';
import { formatExact } from '../../../domain/format.ts';
import type { Listing, Rows } from '../../../domain/listing.ts';
import type { Lookups } from '../../../domain/lookups.ts';
import { useAnswered } from '../../queries/answered.ts';
import type { Source } from '../../queries/source.ts';
import { isFiltered, type ListSearch, questionOf } from '../../search.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Claimed } from '../Count.tsx';
import { FreshnessMark } from '../FreshnessMark.tsx';
import { EmptyState } from '../Panel.tsx';
import { Vouched } from '../vouching.tsx';
import type { Column } from './columns.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import { VirtualRows } from './VirtualRows.tsx';

export interface DataTableProps<Row extends object> {
  /** What the rows are, in the plural: "buckets". */
  readonly noun: string;
  readonly slug: string;
  readonly source: Source<Listing<Row>>;
  readonly listing: Listing<Row>;
  readonly lookups: Lookups;
  readonly columns: readonly Column<Row>[];
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
}

/** The rows of a listing that answer the search: sorted by its headers, windowed, exported as shown. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { noun, listing, columns, search, onSearch } = props;
  const rows = useAnswered(listing, JSON.stringify(search), (list) => list.rows(questionOf(search)));
  const captionId = useId();
  return (
    <Vouched feeds={[props.source.feed]} className="min-w-0">
      <div className="overflow-x-clip" onKeyDown={moveBetweenRows}>
        {/* The role stays where a style sheet takes the element's own away. */}
        <table
          role="table"
          aria-labelledby={captionId}
          aria-rowcount={rows?.count ?? -1}
          className="data-table w-full table-fixed border-collapse"
        >
          <caption id={captionId} className="sr-only">
            {noun}
          </caption>
          <colgroup>
            {columns.map((column) => (
              <col
                key={column.field}
                className={column.wide ? 'wide-only' : ''}
                style={{ width: column.width }}
              />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) => (
                <Header key={column.field} column={column} search={search} onSearch={onSearch} />
              ))}
            </tr>
          </thead>
          {rows && (
            <VirtualRows rows={rows} columns={columns} context={{ slug: props.slug, lookups: props.lookups }} />
          )}
        </table>
        {rows?.count === 0 && <NoRows noun={noun} listing={listing} search={search} onSearch={onSearch} />}
      </div>
      {rows && <Footer {...props} rows={rows} />}
    </Vouched>
  );
}

function Header<Row>({
  column,
  search,
  onSearch,
}: {
  readonly column: Column<Row>;
  readonly search: ListSearch;
  readonly onSearch: DataTableProps<object>['onSearch'];
}) {
  const sorted = search.sort.field === column.field;
  const { descending } = search.sort;
  return (
    <th
      scope="col"
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : 'none'}
      className={`${column.wide ? 'wide-only' : ''} ${column.align === 'right' ? 'text-right' : 'text-left'}`}
    >
      <button
        type="button"
        className="inline-flex items-center gap-0.5 font-[480] whitespace-nowrap hover:text-text"
        onClick={() =>
          onSearch({
            sort: {
              field: column.field,
              descending: sorted ? !descending : column.align === 'right' || column.field === 'rank',
            },
          })
        }
      >
        {column.header}
        {sorted && <Icon name="sort" className={`-mr-1 size-3.5 ${descending ? '' : 'rotate-180'}`} />}
      </button>
    </th>
  );
}

/** Nothing exists, or nothing matches: which of the two, and what to do. */
function NoRows<Row>({
  noun,
  listing,
  search,
  onSearch,
}: {
  readonly noun: string;
  readonly listing: Listing<Row>;
  readonly search: ListSearch;
  readonly onSearch: DataTableProps<object>['onSearch'];
}) {
  if (!isFiltered(search)) return <EmptyState>The service lists no {noun}.</EmptyState>;
  return (
    <EmptyState
      action={
        <button type="button" className="control" onClick={() => onSearch({ text: '', where: {} })}>
          Clear filters
        </button>
      }
    >
      No {noun} match. {formatExact(listing.count)} are hidden by the filter.
    </EmptyState>
  );
}

function Footer<Row extends object>(props: DataTableProps<Row> & { readonly rows: Rows<Row> }) {
  const { listing, rows, source, noun } = props;
  return (
    <div className="table-footer sticky bottom-0 z-10 flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line-strong bg-bg py-1.5 text-[12px] max-md:bottom-14">
      <span>
        <b className="font-semibold">{formatExact(rows.count)}</b> of{' '}
        <Claimed claim={listing.claim} className="font-semibold">
          {formatExact(listing.count)}
        </Claimed>{' '}
        {noun}
      </span>
      <FreshnessMark feeds={[source.feed]} detailed />
      {source.feed.answer && (
        <span className="text-text-3 max-md:hidden">{source.feed.answer.lifetime.reason}</span>
      )}
      <span className="ml-auto flex items-center gap-2">
        <ExportButtons {...props} />
      </span>
    </div>
  );
}

/** ↑ and ↓ move between rows, ↵ opens one, f goes to the filter. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const row = event.target instanceof HTMLElement ? event.target.closest('tbody tr') : null;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const next = row
      ? event.key === 'ArrowDown'
        ? row.nextElementSibling
        : row.previousElementSibling
      : event.currentTarget.querySelector('tbody tr[aria-rowindex]');
    if (next instanceof HTMLElement && next.hasAttribute('aria-rowindex')) {
      event.preventDefault();
      next.focus();
    }
  } else if (event.key === 'Enter' && event.target === row) {
    row?.querySelector('a')?.click();
  }
}
