import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { LevelChangeProps } from '#app/charts/over-time/LevelOverTime.tsx';
import { Kpi, KpiRow } from '#app/components/lists/Kpi.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { useKnownTotal } from '#app/observe/lists/known-total.ts';
import { useRegionLookups } from '#app/observe/region-lookups.ts';
import { isReportedAbsent } from '#app/observe/verdicts/tallies.ts';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import { endpointAt } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Integer } from '#contract/resources.ts';
import { otherSeverities, severityCounts, stateParts } from '#domain/figures/severity-counts.ts';
import { type Claim, claimOfSum, figureInWords, firstOnly, roundingOf } from '#domain/lists/claim.ts';
import { readSum } from '#domain/lists/list-total.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { formatExact, joinWords, plural } from '#domain/text/format.ts';
import { formatBytes, formatCapacity, formatCount, splitUnit } from '#domain/text/format-figures.ts';

/**
 * Row of the key figures with their completeness and links to their rows. One line names the resources that
 * are not offered.
 */
export function Figures({ deployment }: Props) {
  const regions = useRegions(deployment);
  const nodes = useNodes(deployment);
  const buckets = useBuckets(deployment);
  const events = useEvents(deployment);
  const isPast = useMoment() !== null;
  const sizes = [
    { name: 'objects', source: buckets, figure: <Objects key="objects" deployment={deployment} /> },
    { name: 'stored bytes', source: buckets, figure: <Stored key="stored" deployment={deployment} /> },
  ];
  const all = [
    { name: 'regions', source: regions, figure: <Regions key="regions" deployment={deployment} /> },
    { name: 'nodes', source: nodes, figure: <Nodes key="nodes" deployment={deployment} /> },
    { name: 'advertised capacity', source: nodes, figure: <Capacity key="capacity" deployment={deployment} /> },
    { name: 'buckets', source: buckets, figure: <Buckets key="buckets" deployment={deployment} /> },
    // Sizes are recorded once a day, so none belongs to a past moment.
    ...(isPast ? [] : sizes),
    { name: 'event volume', source: events, figure: <Events key="events" deployment={deployment} /> },
  ];
  // A resource that the host knows to be absent reserves no space while this page requests it.
  const isOffered = ({ source: { availability, path } }: (typeof all)[number]) =>
    availability === 'waiting'
      ? !isReportedAbsent(deployment.slug, endpointAt(path).resource)
      : availability !== 'not-offered';
  const absent = all.filter((each) => !isOffered(each)).map(({ name }) => name);
  return (
    <>
      {absent.length < all.length && <KpiRow>{all.filter(isOffered).map(({ figure }) => figure)}</KpiRow>}
      {absent.length > 0 && (
        <p className="caption border-b border-line py-2 text-text-2 first:border-t">
          {isPast ? 'Not recorded up to this moment' : 'Not offered by this deployment'}: {joinWords(absent)}.
          {!isPast && <span className="no-fault"> This isn’t a fault.</span>}
        </p>
      )}
    </>
  );
}

const LevelLine = lazyPart(async () => ({
  default: (await import('#app/charts/over-time/LevelOverTime.tsx')).LevelLine,
}));
const FreshTotals = lazyPart(() => import('#app/components/lists/FreshTotals.tsx'));
const LevelChange = lazyPart<LevelChangeProps>(
  async () => ({ default: (await import('#app/charts/over-time/LevelOverTime.tsx')).LevelChange }),
  ({ otherwise }) => otherwise,
);

/**
 * Returns the sparkline and the change of a figure by the history record, as props of `Kpi`. If the figure
 * has a note of its own (`said`), only screen readers get the change.
 */
function recorded(
  deployment: Deployment,
  { path }: Source<unknown>,
  field: 'nodes' | 'capacity' | 'buckets' | 'objects' | 'bytes',
  format: (by: Integer) => string,
  { note, otherwise }: { readonly note?: ReactNode; readonly otherwise?: ReactNode },
) {
  if (!keepsListsOf(deployment)) return { note: note ?? otherwise };
  const level = { slug: deployment.slug, name: `totals/${field}`, endpoint: path };
  return {
    line: (
      <>
        <LevelLine {...level} />
        {note != null && (
          <span className="sr-only">
            <LevelChange level={level} format={format} otherwise="" />
          </span>
        )}
      </>
    ),
    note: note ?? <LevelChange level={level} format={format} otherwise={otherwise} />,
  };
}

interface Props {
  readonly deployment: Deployment;
}

/**
 * Counts operational rows, such as "41 operational, 4 not", with a link to the rows that are not; `undefined`
 * while unknown.
 */
function useStates<Row>(
  listing: Listing<Row> | null,
  rowsOf: (search: { readonly severity: readonly string[] }) => string,
): ReactNode {
  const groups = useListingResult<Row, readonly Group[]>(listing, 'severity', (list) =>
    list.group({}, ['severity']),
  );
  if (!groups) return undefined;
  const parts = stateParts(severityCounts(groups), listing?.claim.kind !== 'at-least');
  return parts.map(({ text, others }, index) => (
    <Fragment key={text}>
      {index > 0 && ', '}
      {others ? (
        <Link className="underline underline-offset-3" to={rowsOf({ severity: otherSeverities })}>
          {text}
        </Link>
      ) : (
        text
      )}
    </Fragment>
  ));
}

function Regions({ deployment }: Props) {
  const source = useRegions(deployment);
  const listing = useJoined(source, useRegionLookups(deployment));
  const states = useStates(listing, (search) => paths.regions(deployment.slug, search));
  return (
    <Kpi
      label="Regions"
      value={listing ? formatExact(listing.count) : undefined}
      claim={listing?.claim}
      note={states}
      to={paths.regions(deployment.slug)}
      source={source}
    />
  );
}

function Nodes({ deployment }: Props) {
  const source = useNodes(deployment);
  const listing = useJoined(source, useLookups(deployment));
  const states = useStates(listing, (search) => paths.nodes(deployment.slug, search));
  return (
    <Kpi
      label="Nodes"
      value={listing ? formatExact(listing.count) : undefined}
      claim={listing?.claim}
      {...recorded(deployment, source, 'nodes', formatExact, { note: states })}
      to={paths.nodes(deployment.slug)}
      source={source}
    />
  );
}

function Capacity({ deployment }: Props) {
  const source = useNodes(deployment);
  const listing = source.feed.answer?.value ?? null;
  const sum = useListingResult(listing, 'advertised', (list) => list.sum({}, 'advertised'));
  const figure = sum && splitUnit(formatCapacity(sum.total));
  return (
    <Kpi
      label="Advertised capacity"
      value={figure?.value}
      unit={figure?.unit}
      claim={sum && listing ? claimOfSum(listing.claim, sum) : undefined}
      {...recorded(deployment, source, 'capacity', formatCapacity, {
        note: sum && sum.missing > 0 ? `${formatExact(sum.missing)} not readable` : firstOnly(listing?.claim),
        otherwise: 'unit as advertised',
      })}
      to={paths.nodes(deployment.slug, { sort: '-advertised' })}
      source={source}
    />
  );
}

function inRegions(regions: number, claim: Claim | undefined): string {
  if (claim?.kind === 'known-regions') return `held in ${formatExact(regions)}`;
  if (claim?.kind === 'exact') return `in ${plural(regions, 'region')}`;
  return firstOnly(claim) ?? 'only these are loaded';
}

/** Returns the buckets as this page read them, and the observer's total if it is more complete. */
function useBucketTotal(deployment: Deployment) {
  const own = useBuckets(deployment);
  const { known } = useKnownTotal(deployment.slug, own);
  const ofObserver: Source<unknown> | null = known && { ...own, feed: known.feed };
  return { own, listing: own.feed.answer?.value ?? null, known, ofObserver };
}

function Buckets({ deployment }: Props) {
  const { own, listing, known, ofObserver } = useBucketTotal(deployment);
  const [source, total] = [ofObserver ?? own, known ?? listing];
  const regions = useListingResult(listing, 'region', (list) => list.group({}, ['region']));
  return (
    <>
      <Kpi
        label="Buckets"
        value={total ? formatExact(total.count) : undefined}
        claim={total?.claim}
        {...recorded(deployment, source, 'buckets', formatExact, {
          note: firstOnly(total?.claim),
          otherwise: known ? undefined : regions && inRegions(regions.length, listing?.claim),
        })}
        to={paths.buckets(deployment.slug)}
        source={source}
      />
      {known && <FreshTotals />}
    </>
  );
}

/** Adds up a field of all buckets exactly. Unreadable values make the sum a lower bound. */
function useBucketSum(deployment: Deployment, field: 'objects' | 'bytes') {
  const { own, listing, known, ofObserver } = useBucketTotal(deployment);
  const ownSum = useListingResult(listing, field, (list) => list.sum({}, field));
  const written = known?.[field];
  const [source, total, sum] =
    ofObserver && written ? [ofObserver, known, readSum(written)] : [own, listing, ownSum];
  const claim = sum && total ? claimOfSum(total.claim, sum) : undefined;
  return { source, sum, count: total?.count ?? 0, claim };
}

function Objects({ deployment }: Props) {
  const { source, sum, claim } = useBucketSum(deployment, 'objects');
  const figure = sum && claim && splitUnit(formatCount(sum.total, roundingOf(claim)));
  return (
    <Kpi
      label="Objects"
      value={figure?.value}
      unit={figure?.unit}
      claim={claim}
      {...recorded(deployment, source, 'objects', formatCount, {
        note: firstOnly(claim),
        otherwise: claim?.kind === 'at-least' ? 'in the loaded buckets' : 'in all buckets listed',
      })}
      to={paths.buckets(deployment.slug, { sort: '-objects' })}
      source={source}
    />
  );
}

function Stored({ deployment }: Props) {
  const { source, sum, count, claim } = useBucketSum(deployment, 'bytes');
  const figure = sum && claim && splitUnit(formatBytes(sum.total, roundingOf(claim)));
  const counted = sum ? count - sum.missing : 0;
  const mean =
    sum && counted > 0 ? `mean ${formatBytes(BigInt(sum.total) / BigInt(counted))} a bucket` : undefined;
  return (
    <Kpi
      label="Stored"
      value={figure?.value}
      unit={figure?.unit}
      claim={claim}
      {...recorded(deployment, source, 'bytes', formatBytes, { note: firstOnly(claim), otherwise: mean })}
      to={paths.buckets(deployment.slug)}
      source={source}
    />
  );
}

function Events({ deployment }: Props) {
  const source = useEvents(deployment);
  const listing = source.feed.answer?.value ?? null;
  const sum = useListingResult(listing, 'count', (list) => list.sum({}, 'count'));
  const claim = sum && listing ? claimOfSum(listing.claim, sum) : undefined;
  const figure = sum && claim && splitUnit(formatCount(sum.total, roundingOf(claim)));
  return (
    <Kpi
      label="Event volume"
      value={figure?.value}
      unit={figure?.unit}
      claim={claim}
      note={
        listing
          ? `${firstOnly(listing.claim) ?? figureInWords(listing.claim, plural(listing.count, 'type'))}, period not stated`
          : undefined
      }
      to={paths.events(deployment.slug)}
      source={source}
    />
  );
}
