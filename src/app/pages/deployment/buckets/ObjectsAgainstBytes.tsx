import { CartesianGrid, ScatterChart, XAxis, YAxis } from 'recharts';
import type { Bucket } from '../../../../contract/resources.ts';
import { type Cloud, cloudOfListing, ticksOf } from '../../../../domain/cloud.ts';
import { formatExact, plural } from '../../../../domain/format.ts';
import { formatBytes, formatCount } from '../../../../domain/format-figures.ts';
import type { Listing } from '../../../../domain/listing.ts';
import { footAxis, grid, plotMargin, valueAxis } from '../../../charts/axis.ts';
import { Figure } from '../../../charts/Figure.tsx';
import { Plot } from '../../../charts/Plot.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { useAnswered } from '../../../queries/answered.ts';
import type { Source } from '../../../queries/source.ts';
import { ChosenDot } from './ChosenDot.tsx';
import { Dots, MeanSizes } from './Dots.tsx';

function figureOf(decade: number, format: (value: number) => string): string {
  return format(10 ** decade).replace('.00', '');
}

/** One dot, one bucket, on logarithmic axes with the lines of equal mean object size. */
export function ObjectsAgainstBytes({
  source,
  listing,
  repeated,
  slug,
  height,
}: {
  readonly source: Source<Listing<Bucket>>;
  readonly listing: Listing<Bucket>;
  readonly repeated: ReadonlySet<string>;
  readonly slug: string;
  readonly height: number;
}) {
  const cloud = useAnswered(listing, 'cloud', (list) => cloudOfListing(list, {}, 'objects', 'bytes'));
  return (
    <Panel title="Objects against bytes" aside="one dot, one bucket" sources={[source]}>
      {cloud && cloud.count > 0 ? (
        <Scatter cloud={cloud} listing={listing} repeated={repeated} slug={slug} height={height} />
      ) : (
        cloud && <p className="py-4 text-text-2">No bucket listed here holds anything.</p>
      )}
    </Panel>
  );
}

function captionOf({ count, apart, x }: Cloud): string {
  const parts = [
    x.length < count
      ? `${formatExact(x.length)} dots for ${formatExact(count)} buckets, those that cover one another drawn once`
      : plural(count, 'bucket'),
    apart > 0 ? `${formatExact(apart)} empty or unreadable not drawn` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function Scatter({
  cloud,
  listing,
  repeated,
  slug,
  height,
}: {
  readonly cloud: Cloud;
  readonly listing: Listing<Bucket>;
  readonly repeated: ReadonlySet<string>;
  readonly slug: string;
  readonly height: number;
}) {
  const { across, up } = cloud;
  return (
    <Figure
      caption={captionOf(cloud)}
      heads={['Objects', 'Buckets', 'Smallest', 'Median', 'Largest']}
      figures={cloud.table.map(({ decade, count, figures }) => [
        `${figureOf(decade, formatCount)} to ${figureOf(decade + 1, formatCount)}`,
        formatExact(count),
        ...figures.map((each) => formatBytes(each)),
      ])}
    >
      <Plot height={height} label="Objects against bytes">
        <ScatterChart margin={{ ...plotMargin, top: 14, right: 8 }} accessibilityLayer={false}>
          <CartesianGrid {...grid} />
          <XAxis
            {...footAxis}
            type="number"
            dataKey="x"
            domain={[...across]}
            ticks={[...ticksOf(across)]}
            interval={0}
            tickFormatter={(decade: number) => figureOf(decade, formatCount)}
            allowDataOverflow
          />
          <YAxis
            {...valueAxis}
            type="number"
            dataKey="y"
            domain={[...up]}
            ticks={[...ticksOf(up)]}
            tickFormatter={(decade: number) => figureOf(decade, formatBytes)}
            allowDataOverflow
          />
          <MeanSizes across={across} up={up} />
          <Dots cloud={cloud} />
          <ChosenDot cloud={cloud} listing={listing} repeated={repeated} slug={slug} />
        </ScatterChart>
      </Plot>
    </Figure>
  );
}
