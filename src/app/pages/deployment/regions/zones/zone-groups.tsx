import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { SeverityCounts } from '#app/components/severity/SeverityCounts.tsx';
import type { RowGroup } from '#app/table/rows/GroupRow.tsx';
import { paths } from '#app/url/paths.ts';
import { type ListSearch, questionOf } from '#app/url/search.ts';
import { type Claim, claimOfSum } from '#domain/lists/claim.ts';
import type { Listing, Rows } from '#domain/lists/listing.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { startsOf, type Zone, zonesOf } from '#domain/regions/zones.ts';
import { formatExact, noValue } from '#domain/text/format.ts';
import { formatBytes, formatCapacity } from '#domain/text/format-figures.ts';
import { ZoneLink } from './ZoneLink.tsx';
import type { ZoneClaims } from './ZoneTable.tsx';

export async function zoneGroups(
  listing: Listing<RegionRow>,
  search: ListSearch,
  rows: Rows<RegionRow>,
  { slug, claims }: { readonly slug: string; readonly claims: ZoneClaims },
): Promise<readonly RowGroup[]> {
  if (search.sort.field !== 'zone') return [];
  const { where = {}, text = '' } = questionOf(search);
  const [loadedRows, zones] = await Promise.all([rows.slice(0, rows.count), zonesOf(listing, { where, text })]);
  return startsOf(loadedRows, zones).map(({ key, first, zone }) => ({
    key,
    first,
    label: <ZoneHead zone={zone} slug={slug} claim={claims.regions} />,
    sums: sumsOf(zone, claims),
  }));
}

function ZoneHead({
  zone,
  slug,
  claim,
}: {
  readonly zone: Zone;
  readonly slug: string;
  readonly claim: Claim;
}) {
  return (
    <span className="flex items-center gap-x-4 max-md:flex-wrap">
      <ZoneLink zone={zone} slug={slug} />
      <span className="text-[12px] font-[480]">
        {zone.listed ? (
          <SeverityCounts
            counts={zone.states}
            claim={claim}
            to={(severity) => paths.regions(slug, { zone: zone.name, severity })}
          />
        ) : (
          <Count value={zone.regions} claim={claim} />
        )}
      </span>
    </span>
  );
}

export function sumsOf(zone: Zone, { nodes, buckets }: ZoneClaims): RowGroup['sums'] {
  return {
    ...(nodes &&
      zone.nodes !== null && {
        nodes: <Claimed claim={nodes}>{formatExact(zone.nodes)}</Claimed>,
        advertised: (
          <Claimed claim={claimOfSum(nodes, { missing: zone.unreadableCapacities })}>
            {formatCapacity(zone.advertised ?? 0)}
          </Claimed>
        ),
      }),
    ...(buckets &&
      zone.buckets !== null && {
        buckets: <Claimed claim={buckets}>{formatExact(zone.buckets)}</Claimed>,
        bytes:
          zone.bytes === null ? (
            noValue
          ) : (
            <Claimed claim={claimOfSum(buckets, { missing: zone.unreadableBytes })}>
              {formatBytes(zone.bytes)}
            </Claimed>
          ),
      }),
  };
}
