import type { Source } from '#app/queries/source.ts';
import { paths } from '#app/url/paths.ts';
import type { Integer } from '#contract/resources.ts';
import { type Claim, exact } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { amountIn, bounded, inWords, type Measure, type MeasureClaims } from '#domain/regions/measures.ts';
import type { Placed } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { inSentence, type WordOverrides } from '#domain/severity/classify.ts';
import { type RegionsByNodes, regionState } from '#domain/severity/region-state.ts';
import type { MapPlace } from './layout.ts';

export function claimOfSource(source: Source<Listing<unknown>>): Claim | null {
  if (source.availability === 'not-offered') return null;
  return source.feed.answer?.value.claim ?? exact;
}

interface MarkSize {
  readonly value: Integer | null;
  readonly figure: string;
  readonly inWords: string;
}

const noSize: MarkSize = { value: null, figure: '', inWords: '' };

export function sizeOf(row: RegionRow, measure: Measure, claims: MeasureClaims): MarkSize {
  const amount = amountIn(row, measure, claims);
  if (!amount) return noSize;
  const { value, text, claim } = amount;
  return { value, figure: bounded(text, claim), inWords: inWords(amount, measure) };
}

/** Creates the mark of a region, with its amount if `size` is given. */
export function mapPlaceOf<R extends Pick<RegionRow, 'code' | 'name' | 'country' | 'zone' | 'status'>>(
  { region, code, location }: Placed<R>,
  { slug, words }: { readonly slug: string; readonly words: WordOverrides },
  byNodes: RegionsByNodes,
  size?: MarkSize,
): MapPlace {
  const state = regionState(region, words, byNodes);
  const { name, zone, country } = region;
  const { value, figure, inWords: amount } = size ?? noSize;
  const parts = [
    `${name ?? ''} ${code}`.trim(),
    inSentence(state),
    amount,
    location.doubt === null ? '' : `place uncertain: ${location.doubt}`,
  ];
  return {
    lat: location.lat,
    lon: location.lon,
    code,
    name,
    zone,
    country,
    state,
    value: value === null ? null : Number(value),
    figure,
    amount,
    doubt: location.doubt,
    label: parts.filter((part) => part !== '').join(', '),
    to: paths.region(slug, code),
  };
}

/** Formats a position, such as "43.30° N, 5.37° E". */
export function degreesInWords({ lat, lon }: { readonly lat: number; readonly lon: number }): string {
  return `${Math.abs(lat).toFixed(2)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(2)}° ${lon < 0 ? 'W' : 'E'}`;
}
