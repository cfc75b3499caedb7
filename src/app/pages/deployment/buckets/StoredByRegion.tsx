import { ClaimedSum } from '#app/components/lists/Count.tsx';
import { RegionCode } from '#app/components/records/RegionCode.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { Panel } from '#app/components/vouching/Panel.tsx';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { type Bar, BarList } from '#app/ui/BarList.tsx';
import { paths } from '#app/url/paths.ts';
import type { Bucket } from '#contract/resources.ts';
import { ranked, sumOf, totalOf } from '#domain/figures/ranking.ts';
import { exact } from '#domain/lists/claim.ts';
import type { Group } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatPercent } from '#domain/text/format-figures.ts';

const named = 12;

/** Bytes by region, the largest first, then what the others hold together. */
export function StoredByRegion({
  list: { deployment, source, listing, lookups },
}: {
  readonly list: ListView<Bucket>;
}) {
  const claim = listing?.claim ?? exact;
  const groups =
    useAnswered(listing, 'stored by region', (list) => list.group({}, ['region'], ['bytes'])) ?? [];
  const { top, rest } = ranked(groups, 'bytes', named);
  const whole = totalOf(groups, 'bytes');
  const figures = (of: readonly Group[]) => {
    const bytes = sumOf(of, 'bytes');
    return {
      value: Number(bytes.total),
      figure: <ClaimedSum list={claim} sum={bytes} format={formatBytes} />,
      more: formatPercent(bytes.total, whole),
    };
  };
  const bars: Bar[] = top.map((group) => ({
    key: `region ${group.key[0]}`,
    label: <RegionLabel group={group} lookups={lookups} />,
    to: paths.buckets(deployment.slug, { region: group.key[0] ?? null }),
    ...figures([group]),
  }));
  if (rest.length > 0)
    bars.push({
      key: 'rest',
      label: <span className="text-text-2">{formatExact(rest.length)} more regions</span>,
      rest: true,
      ...figures(rest),
    });
  return (
    <Panel title="Stored by region" aside="bytes, share of what is listed" sources={[source]}>
      <BarList bars={bars} label="Bytes stored by region" labelWidth="9.5rem" />
    </Panel>
  );
}

function RegionLabel({ group, lookups }: { readonly group: Group; readonly lookups: Lookups }) {
  const code = group.key[0] ?? null;
  if (code === null) return <span className="text-text-2">region not provided</span>;
  const city = lookups.places.get(code)?.name;
  return (
    <>
      <span className="mr-3 inline-block min-w-8">
        <RegionCode code={code} />
      </span>
      {city != null && <Verbatim className="text-text-2">{city}</Verbatim>}
    </>
  );
}
