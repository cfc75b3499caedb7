import { Flawed } from '#app/components/fields/FieldValue.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { Kpi, KpiRow } from '#app/components/lists/Kpi.tsx';
import type { VolumeReading } from '#app/observe/session/session-log.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { EventType } from '#contract/resources.ts';
import { claimOfSum, exact } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact, formatTime } from '#domain/text/format.ts';
import { formatChange, formatCount, splitUnit } from '#domain/text/format-figures.ts';
import { formatPercent, ordinal } from '#domain/text/format-shares.ts';
import { changeSince } from '../volumes/volumes.ts';
import { rankOf } from './rank.ts';

export function Figures({
  source,
  listing,
  event,
  readings,
  slug,
}: {
  readonly source: Source<Listing<EventType>>;
  readonly listing: Listing<EventType>;
  readonly event: EventType;
  readonly readings: readonly VolumeReading[];
  readonly slug: string;
}) {
  const rank = useListingResult(listing, 'standing', (list) => rankOf(list, event));
  const { count } = event;
  const [first] = readings;
  const change = changeSince(readings, event.id);
  const volume = splitUnit(formatCount(count));
  return (
    <KpiRow>
      <Kpi
        label="Reported volume"
        {...volume}
        claim={exact}
        note={
          count === null ? (
            <Flawed record={event} field="count" />
          ) : volume.unit === '' ? (
            'period not stated'
          ) : (
            `${formatExact(count)}, period not stated`
          )
        }
        source={source}
      />
      <Kpi
        label="Share of all events"
        value={rank && formatPercent(count, rank.all.total)}
        claim={exact}
        note={
          rank && (
            <>
              of <Claimed claim={claimOfSum(listing.claim, rank.all)}>{formatCount(rank.all.total)}</Claimed>{' '}
              listed
            </>
          )
        }
        to={paths.events(slug)}
        source={source}
      />
      <Kpi
        label={event.source === null ? 'Share of its source' : `Share of ${event.source.slice(0, 24)}`}
        value={rank && (rank.ofSource ? formatPercent(count, rank.ofSource.total) : '–')}
        claim={exact}
        note={
          rank?.ofSource ? (
            <>
              of{' '}
              <Claimed claim={claimOfSum(listing.claim, rank.ofSource)}>
                {formatCount(rank.ofSource.total)}
              </Claimed>{' '}
              listed
            </>
          ) : (
            'its source is not known'
          )
        }
        {...(event.source === null ? {} : { to: paths.events(slug, { source: event.source }) })}
        source={source}
      />
      <Kpi
        label="Rank by volume"
        value={rank && (rank.rank === null ? '–' : ordinal(rank.rank))}
        claim={rank && claimOfSum(listing.claim, { missing: rank.all.missing })}
        note={rank && `of ${formatExact(rank.all.counted)} types with a volume, as listed`}
        to={paths.events(slug)}
        source={source}
      />
      <Kpi
        label="Change seen here"
        value={change === null ? '–' : formatChange(change)}
        claim={exact}
        note={
          change === null
            ? 'the trend begins with the next response'
            : first && `since this page opened, ${formatTime(first.at)}`
        }
        source={source}
      />
    </KpiRow>
  );
}
