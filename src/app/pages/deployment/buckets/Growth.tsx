import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SparkOverTime } from '#app/charts/over-time/SparkOverTime.tsx';
import { useRequestedWindow } from '#app/charts/over-time/shown-time.ts';
import { useRecorded } from '#app/charts/over-time/use-recorded.ts';
import { BucketName } from '#app/components/fields/BucketName.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { ShownSeries } from '#contract/history.ts';
import type { Bucket, Integer } from '#contract/resources.ts';
import { intervalsBetween } from '#domain/history/series/count-past.ts';
import { type Mover, moversOf } from '#domain/history/series/growth.ts';
import { formatExact, noValue, space } from '#domain/text/format.ts';
import { formatChange, formatCount } from '#domain/text/format-figures.ts';
import { changeInBytes, daysInWords } from './growth-column.tsx';

const points = 84;
const totals = ['totals/bytes', 'totals/objects', 'totals/buckets'] as const;
const noMovers = { gains: [], losses: [] };

interface GrowthProps {
  readonly list: ListView<Bucket>;
  /** Names that more than one bucket has. The ids of these buckets are shown too. */
  readonly repeated: ReadonlySet<string>;
}

function useTotals({ deployment, source }: ListView<Bucket>, names: readonly string[]) {
  return useRecorded(deployment.slug, source.path, names, { ...useRequestedWindow('7d'), points });
}

/**
 * Returns the change from the first to the last recorded value of the week; `null` without values. A decrease
 * of stored bytes is a real change, not the reset of a counter.
 */
function changeOver(answer: ShownSeries | null | undefined): Integer | null {
  const intervals = intervalsBetween(answer?.data ?? [], [], hostNow());
  return intervals[0]?.change ?? null;
}

function useNamed(list: ListView<Bucket>, ids: readonly string[]): ReadonlyMap<string, Bucket> {
  const rows = useListingResult(list.listing, `movers ${ids.join(' ')}`, async (listing) =>
    ids.length === 0 ? [] : (await listing.rows({ where: { id: [...ids] } })).slice(0, 2 * ids.length),
  );
  return new Map((rows ?? []).flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
}

function Moved({
  slug,
  mover: { key, change },
  bucket,
  repeated,
}: {
  readonly slug: string;
  readonly mover: Mover;
  /** Bucket that gained or lost bytes; `undefined` if the list does not contain it. */
  readonly bucket: Bucket | undefined;
  readonly repeated: ReadonlySet<string>;
}) {
  return (
    <>
      <Link to={paths.bucket(slug, key)} className="link min-w-0 truncate">
        {bucket ? <BucketName bucket={bucket} repeated={repeated} /> : <span className="mono">{key}</span>}
      </Link>{' '}
      <b className="drains shrink-0 font-[580]">{changeInBytes(change)}</b>
    </>
  );
}

/** Shows the stored bytes over a week and the largest gain and loss, in the row of low charts. */
export function StoredInBand({ list, repeated }: GrowthProps) {
  const { deployment, source, lookups } = list;
  const { series, coverage } = useTotals(list, totals.slice(0, 1));
  const change = changeOver(series[0]);
  const { gains, losses } = lookups.growth ? moversOf(lookups.growth.of, 1) : noMovers;
  const movers = [...gains, ...losses];
  const named = useNamed(
    list,
    movers.map(({ key }) => key),
  );
  return (
    <Panel
      title={`Stored over 7${space}d`}
      aside={change !== null && <b className="drains font-[580] text-text">{changeInBytes(change)}</b>}
      sources={[source]}
      inBand
    >
      <div
        role="img"
        aria-label={`Bytes stored over 7 days, ${change === null ? 'not recorded yet' : `${changeInBytes(change)} from the first poll to the last`}`}
      >
        <SparkOverTime
          answer={series[0] ?? null}
          coverage={coverage}
          endpoint={source.path}
          isFromZero={false}
          isLevel
          height={52}
        />
      </div>
      <p className="flex justify-between gap-x-4 pt-1 text-[12px] leading-[18px]">
        {movers.map((mover) => (
          <span key={mover.key} className="flex min-w-0 gap-x-1.5">
            <Moved slug={deployment.slug} mover={mover} bucket={named.get(mover.key)} repeated={repeated} />
          </span>
        ))}
      </p>
    </Panel>
  );
}

const most = 5;

export function BucketGrowth({ list, repeated }: GrowthProps) {
  const { deployment, source, lookups } = list;
  const { growth } = lookups;
  const { series, coverage } = useTotals(list, totals);
  const { gains, losses } = growth ? moversOf(growth.of, most) : noMovers;
  const named = useNamed(
    list,
    [...gains, ...losses].map(({ key }) => key),
  );
  const days = daysInWords(growth);
  const lines: readonly (readonly [name: string, words: (change: Integer) => string])[] = [
    ['Stored', changeInBytes],
    ['Objects', (change) => `${change > 0 ? '+' : ''}${formatCount(change)}`],
    ['Buckets', formatChange],
  ];
  const moved = (name: string, movers: readonly Mover[], nothing: string): ReactNode => (
    <section aria-label={name} className="min-w-0">
      <h3 className="border-b border-line py-1 text-[12px] font-[480] text-text-2">{name}</h3>
      <ol className="m-0 list-none p-0">
        {movers.map((mover) => (
          <li
            key={mover.key}
            className="flex min-h-[27px] items-center justify-between gap-x-3 border-b border-line text-[12.5px]"
          >
            <Moved slug={deployment.slug} mover={mover} bucket={named.get(mover.key)} repeated={repeated} />
          </li>
        ))}
      </ol>
      {movers.length === 0 && (
        <p className="caption py-2 text-text-2">{growth ? nothing : 'Not recorded yet.'}</p>
      )}
    </section>
  );
  return (
    <Panel
      title={`Growth over 7${space}d`}
      note={
        growth &&
        `largest changes by daily value, over ${days}, among ${formatExact(growth.of.size)} buckets listed at both ends`
      }
      sources={[source]}
    >
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_20rem_20rem]">
        <ul className="m-0 list-none p-0">
          {lines.map(([name, words], place) => {
            const change = changeOver(series[place]);
            return (
              <li key={name} className="flex items-end gap-x-4 border-b border-line pt-2">
                <span className="w-16 text-[12.5px] text-text-2">{name}</span>
                <div className="min-w-0 flex-1">
                  <SparkOverTime
                    answer={series[place] ?? null}
                    coverage={coverage}
                    endpoint={source.path}
                    isFromZero={false}
                    isLevel
                    height={44}
                  />
                </div>
                <b className="drains w-24 text-right text-[12.5px] font-[580]">
                  {change === null ? noValue : words(change)}
                </b>
              </li>
            );
          })}
        </ul>
        {moved(`Gained most in ${days}`, gains, 'None gained.')}
        {moved(`Lost most in ${days}`, losses, 'None lost.')}
      </div>
    </Panel>
  );
}
