import { useMemo, useRef } from 'react';
import { keepsListsOf } from '#app/delivered/config.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { ListSection } from '#app/table/ListSection.tsx';
import type { ListView } from '#app/table/use-list-page.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { type RegionRow, unlistedRows } from '#domain/regions/region-rows.ts';
import { columnsOf } from './columns.tsx';
import { regionAt, useHighlightedRow } from './highlighted-row.ts';
import type { ZoneClaims } from './zones/ZoneTable.tsx';
import { zoneGroups } from './zones/zone-groups.tsx';

export interface RegionTableProps {
  readonly list: ListView<RegionRow>;
  readonly claims: ZoneClaims;
  readonly also: readonly Source<Listing<unknown>>[];
  readonly highlighted: string | null;
  readonly onHighlight: (code: string | null) => void;
}

export default function RegionTable({ list, claims, also, highlighted, onHighlight }: RegionTableProps) {
  const { slug } = list.deployment;
  const withSince = keepsListsOf(list.deployment);
  const section = useRef<HTMLElement>(null);
  useHighlightedRow(section, highlighted);
  const hasContradicted = (list.lookups.byNodes?.size ?? 0) > 0;
  const columns = useMemo(
    () => columnsOf(claims, withSince, hasContradicted),
    [claims, withSince, hasContradicted],
  );
  const unlisted = useListingResult(
    list.listing,
    'unlisted',
    async (regions) => (await regions.rows(unlistedRows)).count,
  );
  return (
    <section
      ref={section}
      aria-label="All regions"
      className="mt-8"
      onPointerOver={(event) => onHighlight(regionAt(event.target))}
      onPointerLeave={() => onHighlight(null)}
      onFocus={(event) => onHighlight(regionAt(event.target))}
      onBlur={() => onHighlight(null)}
    >
      <ListSection
        list={list}
        noun={unlisted ? 'regions and codes' : undefined}
        columns={columns}
        also={also}
        groupsOf={(...given) => zoneGroups(...given, { slug, claims })}
      />
    </section>
  );
}
