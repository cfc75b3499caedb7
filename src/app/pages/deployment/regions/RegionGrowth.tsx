import { Link } from 'react-router';
import { whyNotRecorded } from '#app/charts/over-time/use-recorded.ts';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Panel, Skeleton } from '#app/components/freshness/Panel.tsx';
import { useRecord } from '#app/components/history/use-record.ts';
import { Claimed } from '#app/components/lists/Count.tsx';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { useGrowth } from '#app/queries/history/series.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { grownNames } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { growthOf, growthWindow } from '#domain/history/series/growth.ts';
import {
  growthOfZones,
  growthWithin,
  largestMovers,
  zoneKey,
  zoneKeys,
} from '#domain/history/series/zone-growth.ts';
import { daysOf } from '#domain/lists/growth.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Growth } from '#domain/lists/lookups.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import type { Zone } from '#domain/regions/zones.ts';
import { formatDateTime, formatExact, joinWords, noValue, plural, space } from '#domain/text/format.ts';
import { formatBytes, formatCapacityChange, formatChange, formatCount } from '#domain/text/format-figures.ts';
import { growthHeights, growthRoom, mostMovers } from './growth-room.ts';
import { ZoneLink } from './zones/ZoneLink.tsx';

const week = 7 * 86_400_000;

function withSign(change: Integer, words: (change: Integer) => string): string {
  return change > 0 ? `+${words(change)}` : words(change);
}

interface Total {
  readonly label: string;
  /** Growth of the regions on the page, by the history record. */
  readonly growth: Growth;
  readonly words: (change: Integer) => string;
  /** Whether the regions with the largest changes are listed too. A phone shows only totals of this kind. */
  readonly isRanked: boolean;
}

type ReadTotal = Omit<Total, 'growth'> & {
  readonly growth: Growth | null;
  readonly failure: HistoryFailure | null;
  readonly isRead: boolean;
};

function useTotal(slug: string, name: `totals/${string}` & (typeof grownNames)[number]) {
  const record = useRecord(slug);
  const from = useHostTimed((time) => growthWindow(time).from);
  const { value, failure } = useGrowth(slug, name, growthWindow(from + week), record.isThere);
  const isRead = record.isThere
    ? value !== null || failure !== null
    : record.isAnswered || record.failure !== null;
  return { growth: value && growthOf(value, name), failure: value ? null : failure, isRead };
}

const inCounts = (change: Integer) => withSign(change, formatCount);
const inBytes = (change: Integer) => (change === 0 ? '0' : withSign(change, formatBytes));

function useTotals(slug: string): readonly ReadTotal[] {
  return [
    { label: 'Nodes', ...useTotal(slug, 'totals/nodes'), words: formatChange, isRanked: false },
    { label: 'Capacity', ...useTotal(slug, 'totals/capacity'), words: formatCapacityChange, isRanked: true },
    { label: 'Buckets', ...useTotal(slug, 'totals/buckets'), words: formatChange, isRanked: false },
    { label: 'Objects', ...useTotal(slug, 'totals/objects'), words: inCounts, isRanked: false },
    { label: 'Stored', ...useTotal(slug, 'totals/bytes'), words: inBytes, isRanked: true },
  ];
}

/**
 * States which regions the growth covers: "among 59 of 60 regions: those recorded on 19 Nov 2026 06:00 and 26
 * Nov 2026 06:55 UTC".
 */
function Scope({
  growths,
  longest: { from, to },
  listing: { count, claim },
}: {
  readonly growths: readonly Growth[];
  readonly longest: Growth;
  readonly listing: Listing<RegionRow>;
}) {
  const counts = growths.map(({ of }) => of.size);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const among = least === most ? formatExact(least) : `${formatExact(least)} to ${formatExact(most)}`;
  return (
    <>
      among {among} of <Claimed claim={claim}>{plural(count, 'region')}</Claimed>: those recorded on{' '}
      {formatDateTime(from)} and {formatDateTime(to)} UTC
    </>
  );
}

function inDays(growth: Growth): string {
  return `${daysOf(growth)}${space}d`;
}

export interface RegionGrowthProps {
  readonly slug: string;
  readonly listing: Listing<RegionRow>;
  readonly zones: readonly Zone[];
  readonly sources: readonly Source<unknown>[];
}

export default function RegionGrowth({ slug, listing, zones, sources }: RegionGrowthProps) {
  const read = useTotals(slug);
  const rows = useListingResult(listing, 'zones of regions', async (list) => {
    const all = await list.rows({});
    return all.slice(0, all.count);
  });
  const { state, failure } = useRecord(slug);
  const keys = rows && zoneKeys(rows);
  const totals = read.flatMap((total) =>
    keys && total.growth ? [{ ...total, growth: growthWithin(total.growth, keys) }] : [],
  );
  const room = growthHeights(zones.length);
  // All columns appear at once, because single ones would shift the others.
  const isRead = read.every((total) => total.isRead);
  const failed = read.filter((total) => total.failure !== null);
  const why = failed[0]?.failure?.why;
  const [longest] = totals.map(({ growth }) => growth).toSorted((a, b) => b.to - b.from - (a.to - a.from));
  if (!rows || !keys || !isRead || !longest)
    return (
      <div className={growthRoom} style={room}>
        <Panel title="Growth" sources={sources}>
          {isRead && !longest ? (
            <p className="caption py-2 text-text-2">
              {why === undefined
                ? (whyNotRecorded(failure ? null : state, failure) ?? 'Not recorded yet.')
                : `The history cannot be read: ${why}.`}
            </p>
          ) : (
            <Skeleton />
          )}
        </Panel>
      </div>
    );
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  const shownTotals = totals.map((total) => ({ ...total, zones: growthOfZones(total.growth, keys) }));
  const narrow = (isRanked: boolean) => (isRanked ? '' : 'max-md:hidden');
  const scope = <Scope growths={totals.map(({ growth }) => growth)} longest={longest} listing={listing} />;
  return (
    <div className={growthRoom} style={room}>
      <Panel
        title={`Growth over ${inDays(longest)}`}
        note={<span className="max-md:hidden">{scope}</span>}
        sources={sources}
      >
        <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_15rem_15rem]">
          <table aria-label="Growth by zone" className="w-full border-collapse self-start">
            <thead className="text-[12px] text-text-2">
              <tr className="*:border-b *:border-line-strong *:py-1 *:font-[480] *:not-first:pl-2 *:not-first:text-right">
                <th scope="col" className="text-left">
                  Zone
                </th>
                {shownTotals.map(({ label, growth, isRanked }) => (
                  <th key={label} scope="col" className={narrow(isRanked)}>
                    {label}
                    {daysOf(growth) !== daysOf(longest) && ` in ${inDays(growth)}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {zones.map((zone) => (
                <tr
                  key={zoneKey(zone)}
                  className="h-[27px] *:border-b *:border-line *:not-first:pl-2 *:not-first:text-right *:not-first:whitespace-nowrap"
                >
                  <th scope="row" className="one-line max-w-36 text-left font-[540]">
                    <ZoneLink zone={zone} slug={slug} />
                  </th>
                  {shownTotals.map(({ label, words, isRanked, zones: changes }) => {
                    const change = changes.get(zoneKey(zone));
                    return (
                      <td key={label} className={`${narrow(isRanked)} ${change ? '' : 'text-text-3'}`}>
                        {change === undefined ? noValue : words(change)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          {shownTotals
            .filter(({ isRanked }) => isRanked)
            .map(({ label, growth, words }) => (
              <Movers key={label} slug={slug} label={label} growth={growth} words={words} names={names} />
            ))}
        </div>
        {/* For a phone, where the text would be cut beside the title. */}
        <p className="caption pt-3 text-text-2 md:hidden">{scope}</p>
        {why !== undefined && (
          <p className="caption pt-2 text-text-2">
            {joinWords(failed.map(({ label }) => label))} cannot be read: {why}.
          </p>
        )}
      </Panel>
    </div>
  );
}

function Movers({
  slug,
  label,
  growth,
  words,
  names,
}: Pick<Total, 'label' | 'words' | 'growth'> & {
  readonly slug: string;
  readonly names: ReadonlyMap<string | null, string | null>;
}) {
  const name = `${label}: changed most`;
  const movers = largestMovers(growth.of, mostMovers);
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="border-b border-line-strong py-1 text-[12px] font-[480] text-text-2">{name}</h3>
      <ol className="m-0 list-none p-0">
        {movers.map(({ key, change }) => (
          <li
            key={key}
            className="flex h-[27px] items-center justify-between gap-x-3 border-b border-line text-[12.5px]"
          >
            <Link to={paths.region(slug, key)} className="link min-w-0 truncate">
              <RegionCode code={key} />
              <span className="pl-2 text-text-2">
                <Verbatim>{names.get(key) ?? ''}</Verbatim>
              </span>
            </Link>
            <b className="shrink-0 font-[580]">{words(change)}</b>
          </li>
        ))}
      </ol>
      {movers.length === 0 && <p className="caption py-2 text-text-2">None changed.</p>}
    </section>
  );
}
