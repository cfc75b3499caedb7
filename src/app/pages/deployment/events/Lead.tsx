import { Completeness } from '#app/components/lists/Completeness.tsx';
import { ClaimedSum, Count } from '#app/components/lists/Count.tsx';
import type { EventType } from '#contract/resources.ts';
import type { Listing, Sum } from '#domain/lists/listing.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatCount } from '#domain/text/format-figures.ts';

/** "12 event types with 48.2 M events. The list is complete. The service doesn't state how long its period is." */
export function Lead({
  listing,
  sum,
}: {
  readonly listing: Listing<EventType>;
  readonly sum: Sum | undefined;
}) {
  const { claim, count } = listing;
  return (
    <p className="lead min-w-0">
      <b>
        <Count value={count} claim={claim} />
      </b>{' '}
      event {count === 1 ? 'type' : 'types'}
      {sum && sum.counted > 0 && (
        <>
          {' '}
          with{' '}
          <b title={formatExact(sum.total)}>
            <ClaimedSum list={claim} sum={sum} format={formatCount} />
          </b>{' '}
          events
        </>
      )}
      . {sum && sum.missing > 0 && `${plural(sum.missing, 'volume')} could not be read. `}
      <Completeness claim={claim} /> The service doesn’t state how long its period is.
    </p>
  );
}
