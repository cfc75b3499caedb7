import type { ReactNode } from 'react';
import type { LevelChangeProps } from '#app/charts/over-time/LevelOverTime.tsx';
import { Kpi, KpiRow } from '#app/components/lists/Kpi.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import type { Integer } from '#contract/resources.ts';
import { severityCounts, statesInWords } from '#domain/figures/severity-counts.ts';
import { claimOfSum, roundingOf } from '#domain/lists/claim.ts';
import type { Sum } from '#domain/lists/listing.ts';
import { goodSeverities } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatCapacity, formatCount, splitUnit } from '#domain/text/format-figures.ts';
import type { RegionAssets, RegionProps } from './use-region.ts';

const LevelLine = lazyPart(async () => ({
  default: (await import('#app/charts/over-time/LevelOverTime.tsx')).LevelLine,
}));
const LevelChange = lazyPart<LevelChangeProps>(
  async () => ({ default: (await import('#app/charts/over-time/LevelOverTime.tsx')).LevelChange }),
  ({ otherwise }) => otherwise,
);

export function Figures(props: RegionProps) {
  const { assets } = props.details;
  // The history has sizes of buckets once a day only.
  const isPast = useMoment() !== null;
  return (
    <KpiRow>
      <Nodes {...props} />
      <Capacity {...props} />
      <Buckets {...props} />
      {!isPast && <BucketSum {...props} field="objects" />}
      {!isPast && <BucketSum {...props} field="bytes" />}
      {assets.isRequestable && !assets.isFilterIgnored && <Assets assets={assets} />}
    </KpiRow>
  );
}

/**
 * Returns the sparkline and the change of a figure by the history record, as props of `Kpi`. Without a
 * record: the note `otherwise`.
 */
function recorded(
  { deployment, details }: RegionProps,
  field: 'capacity' | 'buckets' | 'objects' | 'bytes',
  { path }: Source<unknown>,
  format: (by: Integer) => string,
  otherwise: ReactNode,
) {
  if (!keepsListsOf(deployment)) return { note: otherwise };
  const level = { slug: deployment.slug, name: `totals/${field}/${details.code}`, endpoint: path };
  return {
    line: <LevelLine {...level} />,
    note: <LevelChange level={level} format={format} otherwise={otherwise} />,
  };
}

function Nodes({ deployment, details }: RegionProps) {
  const { source, listing, within, count, claim } = details.nodes;
  const groups = useListingResult(listing, `states ${details.code}`, (list) =>
    list.group(within, ['severity']),
  );
  return (
    <Kpi
      label="Nodes"
      value={count === undefined ? undefined : formatExact(count)}
      claim={claim}
      note={groups && statesInWords(severityCounts(groups), claim?.kind === 'exact')}
      to={paths.nodes(deployment.slug, { region: details.code })}
      source={source}
    />
  );
}

function Capacity(props: RegionProps) {
  const { deployment, details } = props;
  const { source, listing, within, claim } = details.nodes;
  const sum = useListingResult(listing, `advertised ${details.code}`, (list) => list.sum(within, 'advertised'));
  const good = useListingResult(listing, `good ${details.code}`, (list) =>
    list.sum({ where: { ...within.where, severity: goodSeverities } }, 'advertised'),
  );
  const figure = sum && splitUnit(formatCapacity(sum.total));
  return (
    <Kpi
      label="Advertised capacity"
      value={figure?.value}
      unit={figure?.unit}
      claim={claim && sum && claimOfSum(claim, sum)}
      {...recorded(
        props,
        'capacity',
        source,
        formatCapacity,
        good && `${formatCapacity(good.total)} on good nodes`,
      )}
      to={paths.nodes(deployment.slug, { region: details.code, sort: '-advertised' })}
      source={source}
    />
  );
}

/**
 * Text for the completeness of a list, by kind of claim. `known-regions` is only "as listed": a code that
 * cannot be requested is in none of the known regions.
 */
const extents = {
  exact: 'complete',
  'known-regions': 'as listed',
  'at-least': 'the list is truncated',
} as const;

function Buckets(props: RegionProps) {
  const { deployment, details } = props;
  const { source, count, claim } = details.buckets;
  return (
    <Kpi
      label="Buckets"
      value={count === undefined ? undefined : formatExact(count)}
      claim={claim}
      {...recorded(props, 'buckets', source, formatExact, claim && extents[claim.kind])}
      to={paths.buckets(deployment.slug, { region: details.code })}
      source={source}
    />
  );
}

function mean(sum: Sum): string {
  if (sum.counted === 0) return 'in no bucket';
  return `mean ${formatBytes(BigInt(sum.total) / BigInt(sum.counted))} a bucket`;
}

function BucketSum({ field, ...props }: RegionProps & { readonly field: 'objects' | 'bytes' }) {
  const { deployment, details } = props;
  const { source, listing, within, claim } = details.buckets;
  const sum = useListingResult(listing, `${field} ${details.code}`, (list) => list.sum(within, field));
  const sumClaim = claim && sum && claimOfSum(claim, sum);
  const format = field === 'bytes' ? formatBytes : formatCount;
  const figure = sum && sumClaim && splitUnit(format(sum.total, roundingOf(sumClaim)));
  return (
    <Kpi
      label={field === 'bytes' ? 'Stored' : 'Objects'}
      value={figure?.value}
      unit={figure?.unit || undefined}
      claim={sumClaim}
      {...recorded(
        props,
        field,
        source,
        format,
        field === 'bytes' ? sum && mean(sum) : 'in the buckets listed',
      )}
      to={paths.buckets(deployment.slug, { region: details.code, sort: `-${field}` })}
      source={source}
    />
  );
}

/**
 * Number of the region's listed assets. It has no link, because assets name no region and the assets page
 * cannot be filtered by one.
 */
function Assets({ assets }: { readonly assets: RegionAssets }) {
  const listing = assets.source.feed.answer?.value;
  return (
    <Kpi
      label="Assets listed"
      value={listing && formatExact(listing.count)}
      claim={listing?.claim}
      note={listing && extents[listing.claim.kind]}
      source={assets.source}
    />
  );
}
