import { useId, useMemo, useRef, useState } from 'react';
import type { Listing } from '#domain/lists/listing.ts';
import { Confirmed, useFreshness } from '../components/freshness/freshness-context.tsx';
import { enterList } from '../components/keys/enter-list.ts';
import { useKeys } from '../components/keys/keys.ts';
import { useListingResult } from '../queries/use-listing-result.ts';
import { lazyPartOf } from '../ui/loading/lazy-part.tsx';
import { partOf } from '../ui/loading/part.ts';
import { usePhone } from '../ui/use-phone.ts';
import { useWidth } from '../ui/use-width.ts';
import { questionOf } from '../url/search.ts';
import { columnWidths } from './column-widths.ts';
import type { Column } from './columns.tsx';
import type { TableFooterProps } from './footer/TableFooter.tsx';
import { HeaderCell } from './HeaderCell.tsx';
import { NoRows } from './NoRows.tsx';
import type { RowRange } from './rows/row-keys.ts';
import { VirtualRows } from './rows/VirtualRows.tsx';
import type { DataTableProps } from './table-props.ts';

/** Code of the footer, loaded in parallel to the rows, which do not wait for it. */
const footer = partOf<TableFooterProps>(() => import('./footer/TableFooter.tsx'));
const TableFooter = lazyPartOf(footer, () => <div className="table-footer h-[38px] max-md:h-[52px]" />);
footer.load().catch(() => undefined);

const nothingInView: RowRange = { first: 0, last: -1 };
const usualRem = 16;
const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || usualRem;

/**
 * Table with the rows of a listing that match the current search. Headers sort it, only rows in view are
 * rendered, and it can be exported as shown.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { noun, slug, listing, lookups, columns, search, onSearch } = props;
  const sources = [props.source, ...(props.also ?? []).filter((source) => source.feed.answer)];
  const feeds = sources.map((source) => source.feed);
  const question = JSON.stringify(questionOf(search));
  const answer = async (list: Listing<Row>) => {
    const rows = await list.rows(questionOf(search));
    return { asked: question, list, search, rows, groups: (await props.groupsOf?.(list, search, rows)) ?? [] };
  };
  const answered = useListingResult(listing, question, answer, 'always');
  const rows = answered?.rows;
  const isWaiting = answered !== undefined && answered.asked !== question;
  // Rows of the list before stay until those of a new list are ready, and are as old as they were.
  const isOfNewest = answered === undefined || answered.list === listing;
  const newest = useFreshness(feeds);
  const [ofRows, setOfRows] = useState(newest);
  if (isOfNewest && ofRows !== newest) setOfRows(newest);
  // Memoised, because a new context object renders every row again.
  const context = useMemo(() => ({ slug, lookups }), [slug, lookups]);
  const [range, setRange] = useState(nothingInView);
  const phone = usePhone();
  const captionId = useId();
  const chosen = useMemo(() => chosenColumns(columns, search.columns), [columns, search.columns]);
  const shown = useMemo(
    () => (phone ? chosen.filter((column, index) => index === 0 || !column.wide) : chosen),
    [chosen, phone],
  );
  const box = useRef<HTMLDivElement>(null);
  const jump = useRef<(row: number) => void>(null);
  useKeys((key) => key === 'ArrowDown' && enterList());
  const widths = columnWidths(
    shown.map((column, index) => widthOf(column, phone, index === 0)),
    useWidth(box),
    rem,
  );
  return (
    <Confirmed feeds={feeds} also={{ freshness: ofRows }} className="min-w-0">
      <div ref={box} className="overflow-x-clip">
        {/* An explicit role, because the CSS `display` property can remove the implicit one. */}
        <table
          role="table"
          aria-labelledby={captionId}
          aria-rowcount={rows?.count ?? -1}
          aria-busy={isWaiting}
          className="data-table w-full table-fixed border-collapse"
        >
          <caption id={captionId} className="sr-only">
            {noun}
          </caption>
          <colgroup>
            {shown.map((column, index) => (
              <col key={column.field} style={{ width: widths[index] }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {shown.map((column) => (
                <HeaderCell key={column.field} column={column} search={search} onSearch={onSearch} />
              ))}
            </tr>
          </thead>
          {answered && (
            <VirtualRows
              asked={answered.asked}
              rows={answered.rows}
              groups={answered.groups}
              columns={shown}
              all={columns}
              twoLines={phone && shown.some((column) => column.below !== undefined)}
              context={context}
              density={search.density}
              selected={search.selected}
              onSelect={(selected) => onSearch({ selected })}
              onRange={setRange}
              jump={jump}
            />
          )}
        </table>
        {answered?.rows.count === 0 && (
          <NoRows
            noun={noun}
            listing={listing}
            columns={columns}
            search={answered.search}
            onSearch={onSearch}
          />
        )}
      </div>
      {answered && (
        <TableFooter
          noun={noun}
          slug={slug}
          // The footer describes the rows on screen, not the search that is still pending.
          search={answered.search}
          onSearch={onSearch}
          isWaiting={isWaiting}
          columns={chosen}
          all={columns}
          feeds={feeds}
          answer={props.source.feed.answer}
          listed={listing.count}
          claim={listing.claim}
          count={answered.rows.count}
          range={range}
          onJump={(row) => jump.current?.(row)}
          exported={(exportedRows) => exportedRows({ ...props, ...answered, columns: chosen, all: columns })}
        />
      )}
    </Confirmed>
  );
}

function chosenColumns<Row>(
  columns: readonly Column<Row>[],
  fields: readonly string[] | null,
): readonly Column<Row>[] {
  const named = columns.filter(({ field }) => fields?.includes(field));
  return named.length > 0 ? named : columns;
}

function widthOf<Row>(column: Column<Row>, phone: boolean, first: boolean): string | undefined {
  if (!phone) return column.width;
  return first ? undefined : (column.phoneWidth ?? column.width);
}
