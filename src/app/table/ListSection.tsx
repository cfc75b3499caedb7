import type { ReactNode } from 'react';
import { DataTable } from './DataTable.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import type { DataTableProps } from './table-props.ts';
import type { ListView } from './use-list-page.ts';

/** The rows of a list under its filter; nothing before its first answer. */
export function ListSection<Row extends object>({
  list: { deployment, schema, listing, ...list },
  noun = schema.noun,
  children,
  ...table
}: Pick<DataTableProps<Row>, 'columns' | 'also' | 'places' | 'groupsOf'> & {
  readonly list: ListView<Row>;
  /** Where the rows are not only what the list is of. */
  readonly noun?: string | undefined;
  /** Beside the filter. */
  readonly children?: ReactNode;
}) {
  if (!listing) return null;
  const { search, onSearch } = list;
  return (
    <>
      <FilterBar listing={listing} schema={schema} search={search} onSearch={onSearch}>
        {children}
      </FilterBar>
      <DataTable {...list} {...table} noun={noun} slug={deployment.slug} listing={listing} />
    </>
  );
}
