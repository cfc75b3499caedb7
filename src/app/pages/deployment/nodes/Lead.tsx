import { Completeness } from '#app/components/lists/Completeness.tsx';
import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { KnownRegions } from '#app/components/lists/KnownRegions.tsx';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Node, Region } from '#contract/resources.ts';
import { claimOfSum } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { plural } from '#domain/text/format.ts';
import { formatCapacity } from '#domain/text/format-figures.ts';

export function Lead({
  listing,
  regions,
  lookups,
}: {
  readonly listing: Listing<Node>;
  readonly regions: Source<Listing<Region>>;
  readonly lookups: Lookups;
}) {
  const { claim } = listing;
  const sum = useListingResult(listing, 'advertised', (list) => list.sum({}, 'advertised'));
  const codes = useListingResult(listing, 'regions', (list) => list.group({}, ['region']));
  const codesInList = codes?.flatMap((group) => group.key[0] ?? []);
  const answered = regions.feed.answer?.value;
  // Until the lookups contain its codes, no region would seem to be listed.
  const known = answered && (lookups.places.size > 0 || answered.count === 0) ? answered : undefined;
  const listed = codesInList?.filter((code) => !known || lookups.places.has(code)).length ?? 0;
  const unlisted = (codesInList?.length ?? 0) - listed;
  const sentenceKey = JSON.stringify([
    claim,
    sum !== undefined,
    codesInList !== undefined,
    known !== undefined,
  ]);
  return (
    <p className="lead min-w-0">
      {/* The key is the text: a longer sentence mounts as a new element and causes no layout shift. */}
      <span key={sentenceKey}>
        <b>
          <Count value={listing.count} claim={claim} />
        </b>{' '}
        {listing.count === 1 ? 'node' : 'nodes'}
        <KnownRegions claim={claim} />
        {sum && sum.counted > 0 && (
          <>
            ,{' '}
            <b>
              <Claimed claim={claimOfSum(claim, sum)}>{formatCapacity(sum.total)}</Claimed>
            </b>{' '}
            advertised
          </>
        )}
        {codesInList && codesInList.length > 0 && (
          <>
            , in{' '}
            <b>
              <Count value={listed} claim={claim} />
            </b>
            {known ? (
              <>
                {' '}
                of <Count value={known.count} claim={known.claim} /> regions
                {unlisted > 0 && (
                  <>
                    {' '}
                    and <Count value={unlisted} claim={claim} /> {unlisted === 1 ? 'place' : 'places'} outside
                    the region list
                  </>
                )}
              </>
            ) : (
              ` ${listed === 1 ? 'region' : 'regions'}`
            )}
          </>
        )}
        . {sum && sum.missing > 0 && `${plural(sum.missing, 'capacity', 'capacities')} could not be read. `}
      </span>
      <Completeness claim={claim} after={sentenceKey} />
    </p>
  );
}
