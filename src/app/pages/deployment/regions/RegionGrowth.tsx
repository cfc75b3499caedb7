/** What regions gained and lost over a week, by zone and by region, from the host's record. */

import { Link } from 'react-router';
import { RegionCode } from '#app/components/records/RegionCode.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { useRecord } from '#app/components/strips/record.ts';
import { Panel, Skeleton } from '#app/components/vouching/Panel.tsx';
import { useGrowth } from '#app/queries/history-series.ts';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { grownNames } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { growthOf, growthWindow } from '#domain/history/growth.ts';
import { growthOfZones, largestMovers, zoneKey, zoneKeys } from '#domain/history/zone-growth.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Growth } from '#domain/lists/lookups.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import type { Zone } from '#domain/regions/zones.ts';
import { formatDateTime, formatExact, noValue, plural, space } from '#domain/text/format.ts';
import { formatBytes, formatCapacityChange, formatChange, formatCount } from '#domain/text/format-figures.ts';
import { growthHeight, mostMovers } from './growth-room.ts';
import { ZoneLink } from './zones/ZoneLink.tsx';

const week = 7 * 86_400_000;

function withSign(change: Integer, words: (change: Integer) => string): string {
  return change > 0 ? `+${words(change)}` : words(change);
}

interface Total {
  readonly label: string;
  readonly growth: Growth | null;
  readonly words: (change: Integer) => string;
  /** Whether the regions that changed most are named; of the others a phone shows nothing. */
  readonly isRanked: boolean;
}

function useTotal(slug: string, name: `totals/${string}` & (typeof grownNames)[number]) {
  const { isThere, isAnswered } = useRecord(slug);
  const from = useTimed((time) => growthWindow(time).from);
  const { value, failure } = useGrowth(slug, name, growthWindow(from + week), isThere);
  const isRead = isThere ? value !== null || failure !== null : isAnswered;
  return { growth: value && growthOf(value, name), isRead };
}

const inCounts = (change: Integer) => withSign(change, formatCount);
const inBytes = (change: Integer) => (change === 0 ? '0' : withSign(change, formatBytes));

function useTotals(slug: string): readonly (Total & { readonly isRead: boolean })[] {
  return [
    { label: 'Nodes', ...useTotal(slug, 'totals/nodes'), words: formatChange, isRanked: false },
    { label: 'Capacity', ...useTotal(slug, 'totals/capacity'), words: formatCapacityChange, isRanked: true },
    { label: 'Buckets', ...useTotal(slug, 'totals/buckets'), words: formatChange, isRanked: false },
    { label: 'Objects', ...useTotal(slug, 'totals/objects'), words: inCounts, isRanked: false },
    { label: 'Stored', ...useTotal(slug, 'totals/bytes'), words: inBytes, isRanked: true },
  ];
}

/** "among 59 of 60 regions: those recorded on 19 Nov 2026 06:00 and 26 Nov 2026 06:55 UTC". */
function scopeInWords(growths: readonly Growth[], listed: number): string {
  const counts = growths.map(({ of }) => of.size);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const among = least === most ? formatExact(least) : `${formatExact(least)} to ${formatExact(most)}`;
  const [from, to] = [
    Math.min(...growths.map((growth) => growth.from)),
    Math.max(...growths.map((growth) => growth.to)),
  ];
  return `among ${among} of ${plural(listed, 'region')}: those recorded on ${formatDateTime(from)} and ${formatDateTime(to)} UTC`;
}

export interface RegionGrowthProps {
  readonly slug: string;
  readonly listing: Listing<RegionRow>;
  /** In the order in which they stand. */
  readonly zones: readonly Zone[];
  readonly sources: readonly Source<unknown>[];
}

export default function RegionGrowth({ slug, listing, zones, sources }: RegionGrowthProps) {
  const read = useTotals(slug);
  const rows = useAnswered(listing, 'zones of regions', async (list) => {
    const all = await list.rows({});
    return all.slice(0, all.count);
  });
  const totals = read.flatMap((total) => (total.growth ? [{ ...total, growth: total.growth }] : []));
  const title = `Growth over 7${space}d`;
  const room = { minHeight: growthHeight(zones.length) };
  // At once: columns that come one after another push each other about.
  const isRead = read.every((total) => total.isRead);
  if (!rows || !isRead || totals.length === 0)
    return (
      <div className="mt-8" style={room}>
        <Panel title={title} sources={sources}>
          {isRead && totals.length === 0 ? (
            <p className="caption py-2 text-text-2">Not recorded yet.</p>
          ) : (
            <Skeleton />
          )}
        </Panel>
      </div>
    );
  const keys = zoneKeys(rows);
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  const told = totals.map((total) => ({ ...total, zones: growthOfZones(total.growth, keys) }));
  const narrow = (isRanked: boolean) => (isRanked ? '' : 'max-md:hidden');
  return (
    <div className="mt-8" style={room}>
      <Panel
        title={title}
        note={scopeInWords(
          told.map(({ growth }) => growth),
          keys.size,
        )}
        sources={sources}
      >
        <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_15rem_15rem]">
          <table aria-label="Growth by zone" className="w-full border-collapse self-start">
            <thead className="text-[12px] text-text-2">
              <tr className="*:border-b *:border-line-strong *:py-1 *:font-[480] *:not-first:pl-2 *:not-first:text-right">
                <th scope="col" className="text-left">
                  Zone
                </th>
                {told.map(({ label, isRanked }) => (
                  <th key={label} scope="col" className={narrow(isRanked)}>
                    {label}
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
                  {told.map(({ label, words, isRanked, zones: changes }) => {
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
          {told
            .filter(({ isRanked }) => isRanked)
            .map(({ label, growth, words }) => (
              <Movers key={label} slug={slug} label={label} growth={growth} words={words} names={names} />
            ))}
        </div>
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
}: Pick<Total, 'label' | 'words'> & {
  readonly slug: string;
  readonly growth: Growth;
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
