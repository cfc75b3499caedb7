import { cutShort } from '#app/charts/bars.tsx';
import { Figure } from '#app/charts/Figure.tsx';
import { PlotPlace } from '#app/charts/PlotPlace.tsx';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import { type Zone, zoneLabel } from '#domain/regions/zones.ts';
import { sent } from '#domain/sentences/clause.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatCapacity, formatCapacityShort, formatCount } from '#domain/text/format-figures.ts';
import type { ZoneClaims } from './ZoneTable.tsx';
import { seriesText, type ZoneSeries } from './zone-series.ts';

const ZoneBars = lazyOnVisible(() => import('./ZoneBars.tsx'), PlotPlace);
const height = 400;

export function comparedBy({ nodes, buckets }: ZoneClaims, zones: readonly Zone[] | undefined): string {
  const [capacity, bytes] = [nodes && hasAny(zones, 'advertised'), buckets && hasAny(zones, 'bytes')];
  if (capacity) return bytes ? 'Capacity and bytes' : 'Capacity';
  return bytes ? 'Bytes' : 'Regions';
}

/** Whether any zone has a value above zero; `true` before zones are read. Empty bars would show nothing. */
function hasAny(zones: readonly Zone[] | undefined, key: ZoneSeries['key']): boolean {
  return zones?.some((zone) => Number(zone[key] ?? 0) > 0) ?? true;
}

function seriesOf(zones: readonly Zone[], claims: ZoneClaims): readonly [ZoneSeries, ZoneSeries?] {
  const { regions, nodes, buckets } = claims;
  const shown: ZoneSeries[] = [];
  if (nodes && hasAny(zones, 'advertised'))
    shown.push({
      key: 'advertised',
      name: 'advertised capacity',
      claim: nodes,
      missing: (zone) => zone.unreadableCapacities,
      show: formatCapacity,
      onAxis: formatCapacityShort,
    });
  if (buckets && hasAny(zones, 'bytes'))
    shown.push({
      key: 'bytes',
      name: 'stored bytes',
      claim: buckets,
      missing: (zone) => zone.unreadableBytes,
      show: formatBytes,
      onAxis: formatBytes,
    });
  const [first, second] = shown;
  if (!first)
    return [
      {
        key: 'regions',
        name: 'regions',
        claim: regions,
        missing: () => 0,
        show: formatExact,
        onAxis: formatCount,
      },
    ];
  return second ? [first, second] : [first];
}

function titleCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Chart that compares zones: one series upwards and, in another unit, one downwards. */
export function ZoneChart({
  zones,
  claims,
  slug,
}: {
  readonly zones: readonly Zone[];
  readonly claims: ZoneClaims;
  readonly slug: string;
}) {
  const [up, down] = seriesOf(zones, claims);
  const shown = down ? [up, down] : [up];
  const cut = shown.some((series) => series.claim.kind === 'at-least');
  const caption = `${titleCase(shown.map((series) => series.name).join(' and '))} by zone`;
  return (
    <Figure
      caption={caption}
      {...(cut ? { units: cutShort } : {})}
      heads={['Zone', ...shown.map((series) => titleCase(series.name))]}
      figures={zones.map((zone) => [
        zone.listed && zone.name !== null ? sent(zone.name) : zoneLabel(zone),
        ...shown.map((series) => seriesText(series, zone)),
      ])}
    >
      <ZoneBars zones={zones} up={up} down={down} height={height} label={caption} slug={slug} />
    </Figure>
  );
}
