import { Icon } from '../ui/elements/Icon.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import type { ListSearch } from '../url/search.ts';
import type { Column } from './columns.tsx';

export function HeaderCell<Row>({
  column,
  search,
  onSearch,
}: {
  readonly column: Column<Row>;
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
}) {
  const printing = usePrinting();
  const { field, align = 'left' } = column;
  const sorted = search.sort.field === field;
  const { descending } = search.sort;
  const largestFirst = align !== 'left' || field === 'rank' || field === 'since';
  const sort = (button: HTMLElement) => {
    onSearch({ sort: { field, descending: sorted ? !descending : largestFirst } });
    showFirstRow(button);
  };
  const head = (
    <>
      {column.header}
      {sorted && <Icon name="sort" className={`-mr-1 size-3.5 ${descending ? '' : 'rotate-180'}`} />}
    </>
  );
  return (
    <th
      scope="col"
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : 'none'}
      className={`column-${align}`}
    >
      {printing ? (
        // When Chromium repeats the table head on each sheet, it omits the text of buttons.
        <span className="column-head">{head}</span>
      ) : (
        <button type="button" className="column-head" onClick={(event) => sort(event.currentTarget)}>
          {head}
        </button>
      )}
      {column.under}
    </th>
  );
}

/** Scrolls a table back to its first row after sorting, if that row is above the visible part. */
function showFirstRow(button: HTMLElement): void {
  const table = button.closest('table');
  const cell = button.closest('th');
  if (!table || !cell) return;
  const passed = cell.getBoundingClientRect().top - table.getBoundingClientRect().top;
  if (passed > 1) globalThis.scrollBy(0, -passed);
}
