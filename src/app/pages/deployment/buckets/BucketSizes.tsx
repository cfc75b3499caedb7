import { useNavigate } from 'react-router';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { Bucket, Integer } from '../../../../contract/resources.ts';
import { formatExact, plural } from '../../../../domain/format.ts';
import type { Listing } from '../../../../domain/listing.ts';
import {
  emptyBand,
  type SizeBin,
  type SizeHistogram,
  sizeBandLabel,
  sizeHistogram,
} from '../../../../domain/size-bands.ts';
import { cursorRule, footAxis, grid, insideAxis, plotMargin, still } from '../../../charts/axis.ts';
import { Figure } from '../../../charts/Figure.tsx';
import { noBox, Plot, Readout } from '../../../charts/Plot.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { paths } from '../../../paths.ts';
import { useAnswered } from '../../../queries/answered.ts';
import type { Source } from '../../../queries/source.ts';
import { Edges, Mark } from './size-marks.tsx';

interface Sizes {
  readonly histogram: SizeHistogram;
  /** The size that as many buckets are below as above; `null` where none has a size. */
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

/** How many buckets there are of each size, with a rule at the median, or at the size of one bucket. */
export function BucketSizes({
  source,
  listing,
  slug,
  mark,
  height,
}: {
  readonly source: Source<Listing<Bucket>>;
  readonly listing: Listing<Bucket>;
  readonly slug: string;
  /** A size to show among the others, in place of the median. */
  readonly mark?: { readonly bytes: Integer; readonly label: string };
  readonly height: number;
}) {
  const sizes = useAnswered(listing, 'sizes', sizesOf);
  return (
    <Panel title="Bucket sizes" aside="buckets per half decade" sources={[source]}>
      {sizes && sizes.histogram.bins.length > 0 ? (
        <Histogram
          {...sizes}
          slug={slug}
          height={height}
          mark={mark ?? (sizes.median === null ? null : { bytes: sizes.median, label: 'median listed' })}
        />
      ) : (
        sizes && <p className="py-4 text-text-2">No bucket listed here holds anything.</p>
      )}
    </Panel>
  );
}

/** What has no place on a logarithmic axis. */
function apart({ empty, unreadable }: SizeHistogram): string {
  const parts = [
    empty > 0 ? `${plural(empty, 'empty bucket')} apart` : '',
    unreadable > 0 ? `${plural(unreadable, 'bucket')} without a readable size` : '',
  ].filter((part) => part !== '');
  return ['Buckets by size', ...parts].join(', ');
}

function readBin({ key, count }: SizeBin) {
  return (
    <>
      <b className="mr-1 font-[580] text-text">{plural(count, 'bucket')}</b> of {sizeBandLabel(key)}
    </>
  );
}

function Histogram({
  histogram,
  mark,
  slug,
  height,
}: {
  readonly histogram: SizeHistogram;
  readonly mark: { readonly bytes: Integer; readonly label: string } | null;
  readonly slug: string;
  readonly height: number;
}) {
  const navigate = useNavigate();
  const { bins } = histogram;
  const rows = histogram.empty > 0 ? [{ key: emptyBand, count: histogram.empty }, ...bins] : bins;
  return (
    <Figure
      caption={apart(histogram)}
      heads={['Size', 'Buckets']}
      figures={rows.map(({ key, count }) => [sizeBandLabel(key), formatExact(count)])}
    >
      <Plot height={height} label="Buckets by size">
        <BarChart data={[...bins]} margin={{ ...plotMargin, top: 14 }} barCategoryGap={1} accessibilityLayer>
          <CartesianGrid {...grid} />
          <XAxis {...footAxis} dataKey="key" tick={false} tickLine={false} />
          <YAxis {...insideAxis} allowDecimals={false} tickCount={4} />
          <Tooltip content={noBox} cursor={cursorRule} isAnimationActive={false} />
          <Bar
            {...still}
            dataKey="count"
            fill="var(--data)"
            className="cursor-pointer"
            background={{ fill: 'transparent' }}
            onClick={({ originalDataIndex }) => {
              const bin = bins[originalDataIndex];
              if (bin) void navigate(paths.buckets(slug, { size: bin.key }));
            }}
            minPointSize={(count) => (Number(count) > 0 ? 1 : 0)}
          />
          <Edges bins={bins} />
          {mark && <Mark bins={bins} {...mark} />}
          <Readout points={bins} read={readBin} />
        </BarChart>
      </Plot>
    </Figure>
  );
}
