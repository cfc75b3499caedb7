import type { Integer } from '../../../../contract/resources.ts';
import { addIntegers } from '../../../../domain/arithmetic.ts';
import type { Claim } from '../../../../domain/claim.ts';
import { formatCapacity } from '../../../../domain/format-figures.ts';
import { BarList } from '../../../components/BarList.tsx';
import { Claimed, Count } from '../../../components/Count.tsx';
import { paths } from '../../../paths.ts';
import type { ZoneBars } from './region-bars.ts';
import { zoneName } from './zone-name.ts';

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
    const advertised = regions.reduce<Integer>((sum, bar) => addIntegers(sum, bar.advertised), 0);
    return {
      key: `=${zone}`,
      label: zone === null ? zoneName(zone) : <bdi>{zone}</bdi>,
      value: nodes,
      figure: <Count value={nodes} claim={claim} />,
      more: <Claimed claim={claim}>{formatCapacity(advertised)}</Claimed>,
      to: paths.nodes(slug, { zone: zone ?? '' }),
    };
  });
  return <BarList label="Nodes by zone" labelWidth="6.5rem" bars={bars} />;
}
