import { BarsByZone } from '#app/charts/BarsByZone.tsx';
import { type Cell, Figure } from '#app/charts/Figure.tsx';
import { ofCompleteList } from '#app/charts/FoldedCharts.tsx';
import { FigurePlace, PlotPlace } from '#app/charts/PlotPlace.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import { usePhone } from '#app/ui/use-phone.ts';
import { paths } from '#app/url/paths.ts';
import type { Node, Region } from '#contract/resources.ts';
import { type Claim, claimOfSum, figureInWords, nothingListed } from '#domain/lists/claim.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { sent } from '#domain/sentences/clause.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatCapacity } from '#domain/text/format-figures.ts';
import { settled } from '#domain/text/visible-text.ts';
import { exceptionsText } from './exceptions.ts';
import { barsOf, type DrawnBars, type RegionBar, zoneSumsOf } from './region-bars.ts';
import { ZoneList } from './ZoneList.tsx';

/** Height of the chart in pixels, with zone names in two rows. */
const height = 312;
const RegionChart = lazyOnVisible(
  () => import('./RegionChart.tsx'),
  () => <PlotPlace height={height} />,
);

interface ByRegionProps {
  readonly list: ListView<Node>;
  readonly regions: Source<Listing<Region>>;
}

/**
 * Adds up nodes by region with `add`; `undefined` before the lists are read. It waits for a requested region
 * list, because otherwise all bars would move when it arrives.
 */
function useAdded<Added>(
  { list: { listing }, regions }: ByRegionProps,
  add: (groups: readonly Group[], regions: readonly Region[]) => Added,
): Added | undefined {
  const groups = useListingResult(listing, 'bars', (list) =>
    list.group({}, ['region', 'severity'], ['advertised']),
  );
  const places = useListingResult(regions.feed.answer?.value ?? null, 'all', async (list) => {
    const rows = await list.rows({});
    return rows.slice(0, rows.count);
  });
  const isRequested = regions.availability !== 'not-offered' && regions.feed.failure === null;
  return groups && (places || !isRequested) ? add(groups, places ?? []) : undefined;
}

const heads = ['Region', 'City', 'Zone', 'Nodes', 'Not operational', 'Advertised'];

export function NodesByRegion(props: ByRegionProps) {
  const { deployment, source, listing } = props.list;
  const drawn = useAdded(props, barsOf);
  const note = [
    ...(listing && drawn ? moreOf(drawn, listing.claim) : []),
    'most first in each zone',
    ...(listing?.claim.kind === 'at-least' ? ['hatched: list truncated'] : []),
  ];
  return (
    <Panel
      title="Nodes by region"
      note={note.join('; ')}
      aside={<span className="pr-10">{ofCompleteList}</span>}
      sources={[source]}
      also={[props.regions]}
      inBand
    >
      {listing?.count === 0 && <EmptyState>{nothingListed('nodes', listing.claim)}</EmptyState>}
      {listing && drawn && listing.count > 0 && (
        <Figure caption="Nodes by region" inBand heads={heads} figures={figuresOf(drawn, listing.claim)}>
          <BarsByZone
            zones={drawn.zones.map(({ zone, regions }) => ({
              zone,
              regions: regions.map((bar) => ({
                ...bar,
                value: bar.nodes,
                label: summaryOf(bar, listing.claim),
              })),
            }))}
            label="Nodes by region"
            cut={listing.claim.kind === 'at-least'}
            toRegion={(region) => paths.nodes(deployment.slug, { region })}
            toZone={(zone) => paths.nodes(deployment.slug, { zone })}
          />
        </Figure>
      )}
    </Panel>
  );
}

/** Describes a region and its nodes, such as "fra1 Frankfurt: 58 nodes, 2 degraded". */
function summaryOf(bar: RegionBar, claim: Claim): string {
  return `${settled([bar.code ?? 'no region', bar.city ?? ''].join(' ').trim())}: ${nodesIn(bar, claim)}`;
}

/** Describes the nodes of a bar, such as "58 nodes, 2 degraded". */
function nodesIn(bar: Pick<RegionBar, 'nodes' | 'exceptions'>, claim: Claim): string {
  const parts = [figureInWords(claim, plural(bar.nodes, 'node')), exceptionsText(bar)];
  return parts.filter((part) => part !== '').join(', ');
}

/**
 * Describes the regions that are not drawn, such as "1,760 more regions: 2,058 nodes, 2 degraded"; empty if
 * all are drawn.
 */
function moreOf({ more }: DrawnBars, claim: Claim): readonly string[] {
  return more ? [`${plural(more.regions, 'more region')}: ${nodesIn(more, claim)}`] : [];
}

export function ByRegion(props: ByRegionProps) {
  const { source, listing } = props.list;
  const phone = usePhone();
  const cut = listing?.claim.kind === 'at-least';
  return (
    <Panel
      title={`Nodes and advertised capacity by ${phone ? 'zone' : 'region'}`}
      note={phone ? undefined : 'grouped by zone'}
      aside={cut && !phone ? 'hatched: list truncated, the real value may be higher' : undefined}
      sources={[source]}
      also={[props.regions]}
    >
      {listing?.count === 0 && <EmptyState>{nothingListed('nodes', listing.claim)}</EmptyState>}
      {listing && listing.count > 0 && (phone ? <Zones {...props} /> : <Regions {...props} />)}
    </Panel>
  );
}

function Regions(props: ByRegionProps) {
  const { deployment, listing } = props.list;
  const drawn = useAdded(props, barsOf);
  if (!listing || !drawn) return <FigurePlace height={height} />;
  return (
    <Figure
      caption="Nodes up, advertised capacity down"
      units={['one bar a region, most nodes first in each zone', ...moreOf(drawn, listing.claim)].join('; ')}
      heads={heads}
      figures={figuresOf(drawn, listing.claim)}
    >
      <RegionChart zones={drawn.zones} claim={listing.claim} slug={deployment.slug} />
    </Figure>
  );
}

function Zones(props: ByRegionProps) {
  const { deployment, listing } = props.list;
  const sums = useAdded(props, zoneSumsOf);
  return sums && listing && <ZoneList sums={sums} claim={listing.claim} slug={deployment.slug} />;
}

function figuresOf({ zones, more }: DrawnBars, claim: Claim): readonly (readonly Cell[])[] {
  const figures = (bar: Pick<RegionBar, 'nodes' | 'exceptions' | 'advertised'>) => [
    figureInWords(claim, formatExact(bar.nodes)),
    exceptionsText(bar) || '–',
    figureInWords(claimOfSum(claim, bar.advertised), formatCapacity(bar.advertised.total)),
  ];
  const rows = zones.flatMap(({ zone, regions }) =>
    regions.map((bar): readonly Cell[] => [
      bar.code === null ? 'not provided' : sent(bar.code),
      bar.city === null ? '–' : sent(bar.city),
      zone === null ? '–' : sent(zone),
      ...figures(bar),
    ]),
  );
  return more ? [...rows, [plural(more.regions, 'more region'), '–', '–', ...figures(more)]] : rows;
}
