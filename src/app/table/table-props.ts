import type { Region } from '#contract/resources.ts';
import type { Listing, Rows } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import type { Source } from '../queries/source.ts';
import type { ListSearch } from '../url/search.ts';
import type { Column } from './columns.tsx';
import type { RowGroup } from './rows/GroupRow.tsx';

export interface DataTableProps<Row extends object> {
  readonly noun: string;
  readonly slug: string;
  readonly source: Source<Listing<Row>>;
  /** Other lists whose data were joined into the rows. */
  readonly also?: readonly Source<Listing<unknown>>[];
  /** The region list behind `lookups`. Exports name it as a source. */
  readonly places?: Source<Listing<Region>>;
  readonly listing: Listing<Row>;
  readonly lookups: Lookups;
  /** The columns. They must stay the same objects, because new ones render every row again. */
  readonly columns: readonly Column<Row>[];
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
  /** Returns the group headings between the rows, if the sort order puts the rows of each group together. */
  readonly groupsOf?: (
    listing: Listing<Row>,
    search: ListSearch,
    rows: Rows<Row>,
  ) => Promise<readonly RowGroup[]>;
}
