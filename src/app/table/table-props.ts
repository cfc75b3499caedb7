import type { Region } from '#contract/resources.ts';
import type { Listing, Rows } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import type { Source } from '../queries/source.ts';
import type { ListSearch } from '../url/search.ts';
import type { Column } from './columns.tsx';
import type { RowGroup } from './rows/GroupRow.tsx';

export interface DataTableProps<Row extends object> {
  /** What the rows are, in the plural: "buckets". */
  readonly noun: string;
  readonly slug: string;
  readonly source: Source<Listing<Row>>;
  /** Other lists that figures were joined from. */
  readonly also?: readonly Source<Listing<unknown>>[];
  /** The list that `lookups` were made of: exports name it. */
  readonly places?: Source<Listing<Region>>;
  readonly listing: Listing<Row>;
  readonly lookups: Lookups;
  /** The same ones from one search to the next: for others every row is drawn anew. */
  readonly columns: readonly Column<Row>[];
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
  /** Heads between rows that answer a search, where its order puts them together. */
  readonly groupsOf?: (
    listing: Listing<Row>,
    search: ListSearch,
    rows: Rows<Row>,
  ) => Promise<readonly RowGroup[]>;
}
