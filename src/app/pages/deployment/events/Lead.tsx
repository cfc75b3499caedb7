import { Completeness } from '#app/components/lists/Completeness.tsx';
import { ClaimedSum, Count } from '#app/components/lists/Count.tsx';
import type { EventType } from '#contract/resources.ts';
import type { Listing, Sum } from '#domain/lists/listing.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatCount } from '#domain/text/format-figures.ts';

/**
 * Introduces the event types, such as "12 event types with 48.2 M events. The service doesn't state how long
 * its period is. The list is complete."
 */
export function Lead({
  listing,
  sum,
}: {
  readonly listing: Listing<EventType>;
  readonly sum: Sum | undefined;
}) {
  const { claim, count } = listing;
  return (
    // The changing part is last, so that nothing shifts.
    <p className="lead min-w-0">
      <span className="max-md:block">
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
        .{' '}
      </span>
      <span className="max-md:block">The service doesn’t state how long its period is. </span>
      <Completeness claim={claim} />
      {sum && sum.missing > 0 && ` ${plural(sum.missing, 'volume')} could not be read.`}
    </p>
  );
}
