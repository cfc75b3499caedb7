import { nothingListed } from '../../../domain/claim.ts';
import { joinWords } from '../../../domain/format.ts';
import type { Listing } from '../../../domain/listing.ts';
import { isFiltered, type ListSearch } from '../../search.ts';
import { Count } from '../Count.tsx';
import { EmptyState } from '../Panel.tsx';
import type { Column } from './columns.tsx';
import { conditions } from './conditions.ts';
import { focusSearch } from './FilterBar.tsx';

/** Nothing exists, or nothing matches: which of the two, and what to do. */
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
