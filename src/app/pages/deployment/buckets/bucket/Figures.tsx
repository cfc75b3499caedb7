import { Flawed } from '#app/components/fields/FieldValue.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { Kpi, KpiRow } from '#app/components/lists/Kpi.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import { claimOfSum, exact } from '#domain/lists/claim.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact, formatCount, splitUnit } from '#domain/text/format-figures.ts';
import { formatPercent, ordinal } from '#domain/text/format-shares.ts';
import { settled } from '#domain/text/visible-text.ts';
import { meanOf } from '../scatter/mean.ts';
import type { BucketProps } from './Heading.tsx';
import { rankOf } from './rank.ts';

export function Figures({ deployment, source, listing, bucket, lookups }: BucketProps) {
  const { slug } = deployment;
  const { bytes, objects, region } = bucket;
  const rank = useListingResult(listing, `standing ${bucket.id}`, (list) => rankOf(list, bucket));
  const stored = splitUnit(formatBytes(bytes));
  const objectFigure = splitUnit(formatCount(objects));
  const mean = meanOf(bucket);
  const meanFigure = splitUnit(formatBytes(mean));
  const city = (region !== null && lookups.places.get(region)?.name) || region;
  const share = rank?.region && bytes !== null ? formatPercent(bytes, rank.region.total) : '–';
  return (
    <KpiRow>
      <Kpi
        label="Stored"
        {...stored}
        claim={exact}
        note={bytes === null ? <Flawed record={bucket} field="bytes" /> : formatBytesExact(bytes)}
        source={source}
      />
      <Kpi
        label="Objects"
        {...objectFigure}
        claim={exact}
        note={
          objects === null ? (
            <Flawed record={bucket} field="objects" />
          ) : objectFigure.unit === '' ? undefined : (
            formatExact(objects)
          )
        }
        source={source}
      />
      <Kpi
        label="Mean object"
        {...meanFigure}
        claim={exact}
        note={mean === null ? 'no objects' : formatBytesExact(mean)}
        source={source}
      />
      <Kpi
        label="Rank by size"
        value={rank && (rank.rank === null ? '–' : ordinal(rank.rank))}
        claim={rank && claimOfSum(listing.claim, { missing: listing.count - rank.ranked })}
        note={rank && <>of {formatExact(rank.ranked)} with a size, as listed</>}
        to={paths.buckets(slug)}
        source={source}
      />
      <Kpi
        label={city === null ? 'Share of its region' : `Share of ${settled(city)}`}
        value={rank && share}
        claim={exact}
        note={
          rank?.region ? (
            <>
              of{' '}
              <Claimed claim={claimOfSum(listing.claim, rank.region)}>{formatBytes(rank.region.total)}</Claimed>{' '}
              in {plural(rank.inRegion, 'bucket')} listed
            </>
          ) : (
            'its region is not known'
          )
        }
        {...(region === null ? {} : { to: paths.buckets(slug, { region }) })}
        source={source}
      />
    </KpiRow>
  );
}
