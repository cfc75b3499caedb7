import { type Cell, Figure } from '#app/charts/Figure.tsx';
import { FigurePlace, PlotPlace } from '#app/charts/PlotPlace.tsx';
import { EmptyState, Panel } from '#app/components/vouching/Panel.tsx';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { later } from '#app/ui/later.tsx';
import { usePhone } from '#app/ui/use-phone.ts';
import type { Node, Region } from '#contract/resources.ts';
import { type Claim, claimOfSum, figureInWords, nothingListed } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { sent } from '#domain/text/clause.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatCapacity } from '#domain/text/format-figures.ts';
import { exceptionsText } from './exceptions.ts';
import { type ZoneBars, zonesOfNodes } from './region-bars.ts';
import { ZoneList } from './ZoneList.tsx';

/** As high as the chart is where names take two rows, pixels. */
const height = 312;
const RegionChart = later(
  () => import('./RegionChart.tsx'),
  () => <PlotPlace height={height} />,
);

/** Nodes and their advertised capacity by region; on a phone by zone. */
export function ByRegion({
  list: { deployment, source, listing },
  regions,
}: {
  readonly list: ListView<Node>;
  readonly regions: Source<Listing<Region>>;
}) {
  const { slug } = deployment;
  const phone = usePhone();
  const groups = useAnswered(listing, 'bars', (list) => list.group({}, ['region', 'severity'], ['advertised']));
  const places = useAnswered(regions.feed.answer?.value ?? null, 'all', async (list) => {
    const rows = await list.rows({});
    return rows.slice(0, rows.count);
  });
  const zones = groups && zonesOfNodes(groups, places ?? []);
  const cut = listing?.claim.kind === 'at-least';
  return (
    <Panel
      title={`Nodes and advertised capacity by ${phone ? 'zone' : 'region'}`}
      note={phone ? undefined : 'grouped by zone'}
      aside={cut && !phone ? 'hatched: list cut short, real value may be higher' : undefined}
      sources={[source]}
      also={[regions]}
    >
      {listing?.count === 0 && <EmptyState>{nothingListed('nodes', listing.claim)}</EmptyState>}
      {!phone && listing && listing.count > 0 && !zones && <FigurePlace height={height} />}
      {listing &&
        zones &&
        listing.count > 0 &&
        (phone ? (
          <ZoneList zones={zones} claim={listing.claim} slug={slug} />
        ) : (
          <Figure
            caption="Nodes up, advertised capacity down"
            units="one bar a region, most nodes first in each zone"
            heads={['Region', 'City', 'Zone', 'Nodes', 'Not operational', 'Advertised']}
            figures={figuresOf(zones, listing.claim)}
          >
            <RegionChart zones={zones} claim={listing.claim} slug={slug} />
          </Figure>
        ))}
    </Panel>
  );
}

function figuresOf(zones: readonly ZoneBars[], claim: Claim): readonly (readonly Cell[])[] {
  return zones.flatMap(({ zone, regions }) =>
    regions.map((bar) => [
      bar.code === null ? 'not provided' : sent(bar.code),
      bar.city === null ? '–' : sent(bar.city),
      zone === null ? '–' : sent(zone),
      figureInWords(claim, formatExact(bar.nodes)),
      exceptionsText(bar) || '–',
      figureInWords(claimOfSum(claim, bar.advertised), formatCapacity(bar.advertised.total)),
    ]),
  );
}
