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
  /** Other lists that the figures were joined from. */
  readonly also?: readonly Source<Listing<unknown>>[];
  /** The list behind `lookups`, which exports name. */
  readonly places?: Source<Listing<Region>>;
  readonly listing: Listing<Row>;
  readonly lookups: Lookups;
  /** Must be stable, because new columns render every row again. */
  readonly columns: readonly Column<Row>[];
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
  /** Group heads between rows, if the order puts their rows together. */
  readonly groupsOf?: (
    listing: Listing<Row>,
    search: ListSearch,
    rows: Rows<Row>,
  ) => Promise<readonly RowGroup[]>;
}
