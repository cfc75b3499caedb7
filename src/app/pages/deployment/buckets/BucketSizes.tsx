import { useNavigate } from 'react-router';
import {
  Bar,
  BarChart,
  CartesianGrid,
  DefaultZIndexes,
  Tooltip,
  usePlotArea,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import type { Bucket, Integer } from '../../../../contract/resources.ts';
import { formatBytes, formatExact, plural } from '../../../../domain/format.ts';
import type { Listing } from '../../../../domain/listing.ts';
import {
  bandPosition,
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
          mark={mark ?? (sizes.median === null ? null : { bytes: sizes.median, label: 'median' })}
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

/** Where a size stands in the plot, pixels; `null` outside the bins. */
function useLeft(bins: readonly SizeBin[]): ((position: number) => number | null) | null {
  const plot = usePlotArea();
  const first = bins[0]?.position;
  if (!plot || first === undefined) return null;
  return (position) => {
    const left = plot.x + ((position - first) / bins.length) * plot.width;
    return left >= plot.x && left <= plot.x + plot.width + 0.5 ? left : null;
  };
}

/** Figures of the axis stand at the edges between bars, where a unit begins. */
function Edges({ bins }: { readonly bins: readonly SizeBin[] }) {
  const plot = usePlotArea();
  const left = useLeft(bins);
  if (!plot || !left) return null;
  const foot = plot.y + plot.height;
  const step = bins.length > 8 ? 6 : 2;
  return (
    <g fontSize={11} fill="var(--text-3)" stroke="none" aria-hidden="true">
      {[...bins.map(({ position }) => position), (bins.at(-1)?.position ?? 0) + 1]
        .filter((position) => position % step === 0)
        .map((position) => {
          const x = left(position);
          if (x === null) return null;
          const anchor = x < plot.x + 16 ? 'start' : x > plot.x + plot.width - 16 ? 'end' : 'middle';
          return (
            <g key={position}>
              <path d={`M${x} ${foot}v4`} stroke="var(--line-strong)" />
              <text x={x} y={foot + 16} textAnchor={anchor}>
                {formatBytes(10 ** (position / 2)).replace('.00', '')}
              </text>
            </g>
          );
        })}
    </g>
  );
}

/** A rule at one size, with its name and figure. */
function Mark({
  bins,
  bytes,
  label,
}: {
  readonly bins: readonly SizeBin[];
  readonly bytes: Integer;
  readonly label: string;
}) {
  const plot = usePlotArea();
  const x = useLeft(bins)?.(bandPosition(bytes)) ?? null;
  if (!plot || x === null) return null;
  const before = x > plot.x + plot.width / 2;
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.line}>
      <g pointerEvents="none">
        <path d={`M${x} ${plot.y - 12}v${plot.height + 12}`} stroke="var(--bg)" strokeWidth="3.5" />
        <path d={`M${x} ${plot.y - 12}v${plot.height + 12}`} stroke="var(--text)" strokeWidth="1.2" />
        <text
          x={before ? x - 6 : x + 6}
          y={plot.y - 3}
          textAnchor={before ? 'end' : 'start'}
          fontSize={12}
          fontWeight={560}
          fill="var(--text)"
          stroke="none"
        >
          {label} {formatBytes(bytes)}
        </text>
      </g>
    </ZIndexLayer>
  );
}
