import { Link } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Count } from '#app/components/lists/Count.tsx';
import { SeverityCounts } from '#app/components/severity/SeverityCounts.tsx';
import { useRegionLookups } from '#app/observe/region-lookups.ts';
import { useJoined } from '#app/queries/lookups.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { severityCounts } from '#domain/figures/severity-counts.ts';
import { exact, nothingListed } from '#domain/lists/claim.ts';
import type { Group } from '#domain/lists/listing.ts';
import { compareTexts } from '#domain/text/compare-texts.ts';

const StatusMap = lazyOnVisible(
  () => import('#app/map/StatusMap.tsx'),
  () => <div className="aspect-[1/0.52]" />,
);

/**
 * Groups regions by zone: each zone has its groups by severity. Zones are in alphabetical order; regions
 * without a zone come last.
 */
function byZone(groups: readonly Group[]): ReadonlyMap<string | null, readonly Group[]> {
  const zones = new Map<string | null, Group[]>();
  for (const group of groups) {
    const zone = group.key[0] ?? null;
    zones.set(zone, [...(zones.get(zone) ?? []), group]);
  }
  const rank = (zone: string | null) => Number(zone === null);
  return new Map([...zones].toSorted(([a], [b]) => rank(a) - rank(b) || compareTexts(a ?? '', b ?? '')));
}

export function Zones({ deployment }: { readonly deployment: Deployment }) {
  const source = useRegions(deployment);
  const listing = useJoined(source, useRegionLookups(deployment));
  const groups = useListingResult(listing, 'zones', (list) => list.group({}, ['zone', 'severity']));
  return (
    <Panel
      title="Regions"
      note={
        listing ? (
          <>
            <Count value={listing.count} claim={listing.claim} /> by zone
          </>
        ) : undefined
      }
      sources={[source]}
    >
      {groups !== undefined && groups.length > 0 && <StatusMap deployment={deployment} />}
      {groups?.length === 0 ? (
        <EmptyState>{nothingListed('regions', listing?.claim ?? exact)}</EmptyState>
      ) : (
        <ul
          aria-label="Regions by zone"
          // Long zone names must not widen the page.
          className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(min(13.5rem,100%),1fr))] gap-x-6 p-0 [contain:inline-size]"
        >
          {groups &&
            [...byZone(groups)].map(([zone, parts]) => (
              <li
                key={zone}
                className="flex min-h-7 items-center justify-between gap-4 border-b border-line py-0.5 *:last:justify-end max-md:min-h-9"
              >
                <Link
                  to={paths.regions(deployment.slug, { zone })}
                  className="link one-line min-w-20 truncate py-0.5 font-[540] max-md:py-2"
                >
                  {zone === null ? 'zone not provided' : <Verbatim>{zone}</Verbatim>}
                </Link>
                <SeverityCounts
                  counts={severityCounts(parts, 1)}
                  claim={listing?.claim ?? exact}
                  terse
                  to={(severity) => paths.regions(deployment.slug, { zone, severity })}
                />
              </li>
            ))}
        </ul>
      )}
    </Panel>
  );
}
