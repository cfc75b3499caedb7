import { BarsByZone } from '#app/charts/BarsByZone.tsx';
import { Figure } from '#app/charts/Figure.tsx';
import { ofCompleteList } from '#app/charts/FoldedCharts.tsx';
import { byZone, mostBars } from '#app/charts/place-bars.ts';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { ClaimedSum } from '#app/components/lists/Count.tsx';
import { isGrowing } from '#app/queries/lists.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import { type Bar, BarList } from '#app/ui/elements/BarList.tsx';
import { paths } from '#app/url/paths.ts';
import type { Bucket } from '#contract/resources.ts';
import { ranked, sumOf, totalOf } from '#domain/figures/ranking.ts';
import { claimOfSum, exact, figureInWords } from '#domain/lists/claim.ts';
import type { Group, Sum } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { sent } from '#domain/sentences/clause.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatBytes } from '#domain/text/format-figures.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { settled } from '#domain/text/visible-text.ts';

const named = 12;

export function StoredByRegion({
  list: { deployment, source, listing, lookups },
}: {
  readonly list: ListView<Bucket>;
}) {
  const claim = listing?.claim ?? exact;
  const groups =
    useListingResult(listing, 'stored by region', (list) => list.group({}, ['region'], ['bytes'])) ?? [];
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
  // While the list grows, the ranking changes. New keys avoid animated moves of bars between regions.
  const growing = isGrowing(deployment, 'bucket', source);
  const bars: Bar[] = top.map((group, rank) => ({
    key: growing ? `${rank} ${group.key[0]}` : `region ${group.key[0]}`,
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

export function StoredByZone({
  list: { deployment, source, listing, lookups },
}: {
  readonly list: ListView<Bucket>;
}) {
  const { slug } = deployment;
  const claim = listing?.claim ?? exact;
  const groups = useListingResult(listing, 'stored by region', (list) => list.group({}, ['region'], ['bytes']));
  const { top, rest } = ranked(groups ?? [], 'bytes', mostBars);
  const inWords = (bytes: Sum) => figureInWords(claimOfSum(claim, bytes), formatBytes(bytes.total));
  const bars = top.map((group) => {
    const code = group.key[0] ?? null;
    const place = code === null ? undefined : lookups.places.get(code);
    const bytes = sumOf([group], 'bytes');
    const text = inWords(bytes);
    const name = [code ?? 'no region', place?.name ?? ''].join(' ').trim();
    return {
      code,
      city: place?.name ?? null,
      zone: place?.zone ?? null,
      value: bytes.total,
      text,
      label: `${settled(name)}: ${text}`,
      exceptions: [],
    };
  });
  const zones = byZone(bars, ({ value }) => value);
  const cut = claim.kind === 'at-least';
  const more =
    rest.length > 0
      ? { regions: plural(rest.length, 'more region'), text: inWords(sumOf(rest, 'bytes')) }
      : null;
  const note = [
    ...(more ? [`${more.regions}: ${more.text}`] : []),
    'largest first in each zone',
    ...(cut ? ['hatched: list truncated'] : []),
  ];
  return (
    <Panel
      title="Stored by region"
      note={note.join('; ')}
      aside={<span className="pr-10">{ofCompleteList}</span>}
      sources={[source]}
      inBand
    >
      {groups && (
        <Figure
          caption="Stored by region"
          inBand
          heads={['Region', 'City', 'Zone', 'Stored']}
          figures={[
            ...zones.flatMap(({ zone, regions }) =>
              regions.map(({ code, city, text }) => [
                code === null ? 'not provided' : sent(code),
                city === null ? '–' : sent(city),
                zone === null ? '–' : sent(zone),
                text,
              ]),
            ),
            ...(more ? [[more.regions, '–', '–', more.text]] : []),
          ]}
        >
          <BarsByZone
            zones={zones}
            label="Stored by region"
            cut={cut}
            toRegion={(region) => paths.buckets(slug, { region })}
            toZone={(zone) => paths.buckets(slug, { zone })}
          />
        </Figure>
      )}
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
