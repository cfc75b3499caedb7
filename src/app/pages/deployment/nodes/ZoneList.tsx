import { zoneName } from '#app/charts/zone-name.ts';
import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { BarList } from '#app/ui/elements/BarList.tsx';
import { paths } from '#app/url/paths.ts';
import { type Claim, claimOfSum } from '#domain/lists/claim.ts';
import { addSums } from '#domain/lists/listing.ts';
import { formatCapacity } from '#domain/text/format-figures.ts';
import type { ZoneBars } from './region-bars.ts';

/** Zones as bars of their nodes, for screens too narrow for one bar a region. */
export function ZoneList({
  zones,
  claim,
  slug,
}: {
  readonly zones: readonly ZoneBars[];
  readonly claim: Claim;
  readonly slug: string;
}) {
  const bars = zones.map(({ zone, regions }) => {
    const nodes = regions.reduce((sum, bar) => sum + bar.nodes, 0);
    const advertised = addSums(regions.map((bar) => bar.advertised));
    return {
      key: `=${zone}`,
      label: zone === null ? zoneName(zone) : <Verbatim>{zone}</Verbatim>,
      value: nodes,
      figure: <Count value={nodes} claim={claim} />,
      more: <Claimed claim={claimOfSum(claim, advertised)}>{formatCapacity(advertised.total)}</Claimed>,
      to: paths.nodes(slug, { zone }),
    };
  });
  return <BarList label="Nodes by zone" labelWidth="6.5rem" bars={bars} />;
}
