import type { ReactNode } from 'react';
import { DataTable } from './DataTable.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import type { DataTableProps } from './table-props.ts';
import type { ListView } from './use-list-page.ts';

export function ListSection<Row extends object>({
  list: { deployment, schema, listing, ...list },
  noun = schema.noun,
  children,
  ...table
}: Pick<DataTableProps<Row>, 'columns' | 'also' | 'places' | 'groupsOf'> & {
  readonly list: ListView<Row>;
  /** Plural noun for the rows. Default: the noun of the schema. */
  readonly noun?: string | undefined;
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
