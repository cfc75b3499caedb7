import { zoneName } from '#app/charts/zone-name.ts';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { type Bar, BarList } from '#app/ui/elements/BarList.tsx';
import { paths } from '#app/url/paths.ts';
import { type Claim, claimOfSum } from '#domain/lists/claim.ts';
import { plural } from '#domain/text/format.ts';
import { formatCapacity } from '#domain/text/format-figures.ts';
import type { ZoneSum, ZoneSums } from './region-bars.ts';

export function ZoneList({
  sums: { zones, more },
  claim,
  slug,
}: {
  readonly sums: ZoneSums;
  readonly claim: Claim;
  readonly slug: string;
}) {
  const figures = ({ nodes, advertised }: Pick<ZoneSum, 'nodes' | 'advertised'>) => ({
    value: nodes,
    figure: <Count value={nodes} claim={claim} />,
    more: <Claimed claim={claimOfSum(claim, advertised)}>{formatCapacity(advertised.total)}</Claimed>,
  });
  const bars: readonly Bar[] = zones.map(({ zone, ...sum }) => ({
    key: `=${zone}`,
    label: zone === null ? zoneName(zone) : <Verbatim>{zone}</Verbatim>,
    to: paths.nodes(slug, { zone }),
    ...figures(sum),
  }));
  const rest: readonly Bar[] = more
    ? [{ key: 'more', label: plural(more.zones, 'more zone'), rest: true, ...figures(more) }]
    : [];
  return <BarList label="Nodes by zone" labelWidth="6.5rem" bars={[...bars, ...rest]} />;
}
