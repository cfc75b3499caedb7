import { cutShort } from '#app/charts/bars.tsx';
import { Figure } from '#app/charts/Figure.tsx';
import { FigurePlace, PlotPlace } from '#app/charts/PlotPlace.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import type { Bucket, Integer } from '#contract/resources.ts';
import { type Claim, figureInWords } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { emptyBand, type SizeHistogram, sizeBandLabel, sizeHistogram } from '#domain/numbers/size-bands.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatBytes } from '#domain/text/format-figures.ts';
import { LowSizeBars } from './LowSizeBars.tsx';

const SizeBars = lazyOnVisible(() => import('./SizeBars.tsx'), PlotPlace);

interface Sizes {
  readonly histogram: SizeHistogram;
  /** Median size of the buckets in bytes; `null` if no bucket has a readable size. */
  readonly median: Integer | null;
}

async function sizesOf(listing: Listing<Bucket>): Promise<Sizes> {
  const [groups, sorted, sum] = await Promise.all([
    listing.group({}, ['size']),
    listing.rows({ sort: [{ field: 'bytes', descending: false }] }),
    listing.sum({}, 'bytes'),
  ]);
  const middle = Math.floor((sum.counted - 1) / 2);
  const [row] = sum.counted === 0 ? [] : await sorted.slice(middle, middle + 1);
  return { histogram: sizeHistogram(groups), median: row?.bytes ?? null };
}

export function BucketSizes({
  list: { deployment, source, listing },
  mark,
  height,
}: {
  readonly list: Pick<ListView<Bucket>, 'deployment' | 'source' | 'listing'>;
  /** Bucket size to mark in the histogram, in bytes, with its label. Default: the median. */
  readonly mark?: { readonly bytes: Integer; readonly label: string };
  readonly height: number;
}) {
  const sizes = useListingResult(listing, 'sizes', sizesOf);
  return (
    <Panel title="Bucket sizes" aside="buckets per half decade" sources={[source]}>
      {sizes === undefined && <FigurePlace height={height} />}
      {sizes?.histogram.bins.length === 0 && (
        <p className="py-4 text-text-2">No bucket listed here holds anything.</p>
      )}
      {listing && sizes && sizes.histogram.bins.length > 0 && (
        <Histogram
          {...sizes}
          claim={listing.claim}
          slug={deployment.slug}
          height={height}
          mark={mark ?? (sizes.median === null ? null : { bytes: sizes.median, label: 'median listed' })}
        />
      )}
    </Panel>
  );
}

export function SizesInBand({ list: { deployment, source, listing } }: { readonly list: ListView<Bucket> }) {
  const sizes = useListingResult(listing, 'sizes', sizesOf);
  const { bins = [] } = sizes?.histogram ?? {};
  return (
    <Panel
      title="Bucket sizes"
      note={sizes && sizes.median !== null && <>median listed {formatBytes(sizes.median)}</>}
      // Reserves the place of the figure's own button.
      aside={<span className="pr-10" />}
      sources={[source]}
      inBand
    >
      {sizes && bins.length === 0 && <p className="text-text-2">No bucket listed here holds anything.</p>}
      {listing && sizes && bins.length > 0 && (
        <Figure
          caption={apart(sizes.histogram, listing.claim)}
          {...(listing.claim.kind === 'at-least' ? { units: cutShort } : {})}
          inBand
          heads={heads}
          figures={figuresOf(sizes.histogram, listing.claim)}
        >
          <LowSizeBars bins={bins} median={sizes.median} claim={listing.claim} slug={deployment.slug} />
        </Figure>
      )}
    </Panel>
  );
}

/**
 * Returns the caption of the histogram, with the number of buckets that are on no bar: empty ones, and those
 * without a readable size.
 */
function apart({ empty, unreadable }: SizeHistogram, claim: Claim): string {
  const parts = [
    empty > 0 ? `${figureInWords(claim, plural(empty, 'empty bucket'))} apart` : '',
    unreadable > 0 ? `${figureInWords(claim, plural(unreadable, 'bucket'))} without a readable size` : '',
  ].filter((part) => part !== '');
  return ['Buckets by size', ...parts].join(', ');
}

const heads = ['Size', 'Buckets'];

function figuresOf({ bins, empty }: SizeHistogram, claim: Claim): readonly (readonly string[])[] {
  const rows = empty > 0 ? [{ key: emptyBand, count: empty }, ...bins] : bins;
  return rows.map(({ key, count }) => [sizeBandLabel(key), figureInWords(claim, formatExact(count))]);
}

function Histogram({
  histogram,
  claim,
  mark,
  slug,
  height,
}: {
  readonly histogram: SizeHistogram;
  readonly claim: Claim;
  readonly mark: { readonly bytes: Integer; readonly label: string } | null;
  readonly slug: string;
  readonly height: number;
}) {
  return (
    <Figure
      caption={apart(histogram, claim)}
      heads={heads}
      {...(claim.kind === 'at-least' ? { units: cutShort } : {})}
      figures={figuresOf(histogram, claim)}
    >
      <SizeBars bins={histogram.bins} claim={claim} mark={mark} slug={slug} height={height} />
    </Figure>
  );
}
