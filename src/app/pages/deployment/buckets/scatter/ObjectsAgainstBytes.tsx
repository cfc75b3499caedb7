import { Figure } from '#app/charts/Figure.tsx';
import { FigurePlace, PlotPlace } from '#app/charts/PlotPlace.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import type { Bucket } from '#contract/resources.ts';
import { scatterOfListing } from '#domain/figures/scatter-of-listing.ts';
import { type Claim, figureInWords } from '#domain/lists/claim.ts';
import type { ScatterPoints } from '#domain/numbers/scatter-points.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatBytes, formatCount } from '#domain/text/format-figures.ts';
import { decadeFigure } from './decade-figure.ts';
import type { ScatterProps } from './Scatter.tsx';

const Scatter = lazyOnVisible(() => import('./Scatter.tsx'), PlotPlace);

/** Scatter chart of buckets: objects against bytes, logarithmic, with lines of equal mean object size. */
export function ObjectsAgainstBytes({
  list: { deployment, source, listing },
  repeated,
  height,
}: {
  readonly list: ListView<Bucket>;
  readonly repeated: ReadonlySet<string>;
  readonly height: number;
}) {
  const scatter = useListingResult(listing, 'scatter', (list) =>
    scatterOfListing(list, {}, 'objects', 'bytes'),
  );
  return (
    <Panel title="Objects against bytes" aside="one dot, one bucket" sources={[source]}>
      {scatter === undefined && <FigurePlace height={height} />}
      {scatter?.count === 0 && <p className="py-4 text-text-2">No bucket listed here holds anything.</p>}
      {listing && scatter && scatter.count > 0 && (
        <ScatterFigure
          scatter={scatter}
          listing={listing}
          repeated={repeated}
          slug={deployment.slug}
          height={height}
        />
      )}
    </Panel>
  );
}

function captionOf({ count, apart, x }: ScatterPoints, claim: Claim): string {
  const parts = [
    x.length < count
      ? `${formatExact(x.length)} dots for ${figureInWords(claim, plural(count, 'bucket'))}, overlapping dots drawn once`
      : figureInWords(claim, plural(count, 'bucket')),
    apart > 0 ? `${figureInWords(claim, formatExact(apart))} empty or unreadable not drawn` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function ScatterFigure(props: ScatterProps) {
  const { scatter } = props;
  const { claim } = props.listing;
  return (
    <Figure
      caption={captionOf(scatter, claim)}
      heads={['Objects', 'Buckets', 'Smallest', 'Median', 'Largest']}
      figures={scatter.table.map(({ decade, count, figures }) => [
        `${decadeFigure(decade, formatCount)} to ${decadeFigure(decade + 1, formatCount)}`,
        figureInWords(claim, formatExact(count)),
        ...figures.map((each) => formatBytes(each)),
      ])}
    >
      <Scatter {...props} />
    </Figure>
  );
}
