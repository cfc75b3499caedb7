import { CartesianGrid, ScatterChart, XAxis, YAxis } from 'recharts';
import type { Bucket } from '../../../../contract/resources.ts';
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
import { type Cloud, cloudOf, cloudRows, decadesOf, pointsToDraw, ticksOf } from './cloud.ts';
import { Dots, MeanSizes } from './Dots.tsx';

/** Dots beyond which those that would cover one another are drawn once. */
const mostDots = 5_000;

async function loadCloud(listing: Listing<Bucket>): Promise<Cloud> {
  const [objects, bytes] = await listing.numbers({}, ['objects', 'bytes']);
  return cloudOf(objects ?? new Float64Array(), bytes ?? new Float64Array());
}

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
  const cloud = useAnswered(listing, 'cloud', loadCloud);
  return (
    <Panel title="Objects against bytes" aside="one dot, one bucket" sources={[source]}>
      {cloud && cloud.x.length > 0 ? (
        <Scatter cloud={cloud} listing={listing} repeated={repeated} slug={slug} height={height} />
      ) : (
        cloud && <p className="py-4 text-text-2">No bucket listed here holds anything.</p>
      )}
    </Panel>
  );
}

function captionOf(cloud: Cloud, drawn: number): string {
  const parts = [
    drawn < cloud.x.length
      ? `${formatExact(drawn)} dots for ${formatExact(cloud.x.length)} buckets, those that cover one another drawn once`
      : plural(drawn, 'bucket'),
    cloud.apart > 0 ? `${formatExact(cloud.apart)} empty or unreadable not drawn` : '',
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
  const [across, up] = [decadesOf(cloud.x), decadesOf(cloud.y)];
  const points = pointsToDraw(cloud, across, up, mostDots);
  return (
    <Figure
      caption={captionOf(cloud, points.length)}
      heads={['Objects', 'Buckets', 'Smallest', 'Median', 'Largest']}
      figures={cloudRows(cloud).map(({ decade, count, bytes }) => [
        `${figureOf(decade, formatCount)} to ${figureOf(decade + 1, formatCount)}`,
        formatExact(count),
        ...bytes.map((each) => formatBytes(each)),
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
          <Dots cloud={cloud} points={points} />
          <ChosenDot cloud={cloud} points={points} listing={listing} repeated={repeated} slug={slug} />
        </ScatterChart>
      </Plot>
    </Figure>
  );
}
