import { nothingListed } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { joinWords } from '#domain/text/format.ts';
import { EmptyState } from '../components/freshness/Panel.tsx';
import { focusSearch } from '../components/keys/enter-list.ts';
import { Count } from '../components/lists/Count.tsx';
import { isFiltered, type ListSearch } from '../url/search.ts';
import type { Column } from './columns.tsx';
import { conditions } from './filter/conditions.ts';

export function NoRows<Row>({
  noun,
  listing,
  columns,
  search,
  onSearch,
}: {
  readonly noun: string;
  readonly listing: Listing<Row>;
  readonly columns: readonly Column<Row>[];
  readonly search: ListSearch;
  readonly onSearch: (change: Partial<ListSearch>) => void;
}) {
  if (!isFiltered(search)) return <EmptyState>{nothingListed(noun, listing.claim)}</EmptyState>;
  return (
    <EmptyState
      action={
        <button
          type="button"
          className="control max-md:min-h-11"
          onClick={() => {
            onSearch({ text: '', where: {} });
            focusSearch();
          }}
        >
          Clear filters
        </button>
      }
    >
      No {noun} {listing.claim.kind === 'exact' ? '' : 'that were read '}match{' '}
      {joinWords(conditions(search, columns))}. <Count value={listing.count} claim={listing.claim} />{' '}
      {listing.count === 1 ? 'is' : 'are'} hidden by the filter.
    </EmptyState>
  );
}
