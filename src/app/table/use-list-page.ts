import type { Deployment } from '#contract/host.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { useJoined } from '../queries/lookups.ts';
import type { Source } from '../queries/source.ts';
import { type ListSearch, type ListSearchSchema, useListSearch } from '../url/search.ts';

export interface ListView<Row> {
  readonly deployment: Deployment;
  readonly schema: ListSearchSchema;
  readonly source: Source<Listing<Row>>;
  readonly lookups: Lookups;
  /** The joined list; `null` before the first response. */
  readonly listing: Listing<Row> | null;
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
}

export function useListPage<Row>(
  deployment: Deployment,
  schema: ListSearchSchema,
  source: Source<Listing<Row>>,
  lookups: Lookups,
): ListView<Row> {
  const listing = useJoined(source, lookups);
  const [search, onSearch] = useListSearch(schema);
  return { deployment, schema, source, lookups, listing, search, onSearch };
}
