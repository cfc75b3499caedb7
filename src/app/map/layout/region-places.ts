/** From the joined rows of regions to what the map draws and its table says. */

import type { Source } from '#app/queries/source.ts';
import type { choices } from '#app/url/page-searches.ts';
import { paths } from '#app/url/paths.ts';
import type { Integer } from '#contract/resources.ts';
import { type Claim, claimOfSum, exact } from '#domain/lists/claim.ts';
import { type Listing, noSum } from '#domain/lists/listing.ts';
import type { Placed } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { classify, inSentence, type WordOverrides } from '#domain/severity/severity.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatBytes, formatCapacity } from '#domain/text/format-figures.ts';
import type { RegionsByNodes } from '#domain/verdict/inventory-part.ts';
import type { MapPlace } from './layout.ts';

/** What marks are sized by. */
export type Measure = (typeof choices.size)[number];

export const measureNames: Readonly<Record<Measure, string>> = {
  nodes: 'Nodes',
  capacity: 'Capacity',
  buckets: 'Buckets',
  bytes: 'Stored',
};

export interface MeasureClaims {
  /** `null` where the deployment offers no nodes. */
  readonly nodes: Claim | null;
  /** `null` where the deployment offers no buckets. */
  readonly buckets: Claim | null;
}

/** The claim of a list that may not be offered (`null`) or not be read yet. */
export function claimOfSource(source: Source<Listing<unknown>>): Claim | null {
  if (source.availability === 'not-offered') return null;
  return source.feed.answer?.value.claim ?? exact;
}

/** What can be measured where nodes or buckets may not be offered. */
export function offeredMeasures({ nodes, buckets }: MeasureClaims): readonly Measure[] {
  return [
    ...(nodes ? (['nodes', 'capacity'] as const) : []),
    ...(buckets ? (['buckets', 'bytes'] as const) : []),
  ];
}

interface MarkSize {
  readonly value: Integer | null;
  readonly figure: string;
  readonly inWords: string;
}

const noSize: MarkSize = { value: null, figure: '', inWords: '' };

function amountOf(row: RegionRow, measure: Measure): Integer | null {
  switch (measure) {
    case 'nodes':
      return row.nodes;
    case 'capacity':
      return row.advertised?.total ?? null;
    case 'buckets':
      return row.buckets;
    case 'bytes':
      return row.bytes?.total ?? null;
  }
}

/** What a region has of a measure: as a figure, and how complete that is. */
interface Amount {
  readonly value: Integer;
  readonly text: string;
  readonly claim: Claim;
}

function claimOfAmount(row: RegionRow, measure: Measure, { nodes, buckets }: MeasureClaims): Claim {
  switch (measure) {
    case 'nodes':
      return nodes ?? exact;
    case 'capacity':
      return claimOfSum(nodes ?? exact, row.advertised ?? noSum);
    case 'buckets':
      return buckets ?? exact;
    case 'bytes':
      return claimOfSum(buckets ?? exact, row.bytes ?? noSum);
  }
}

const written: Readonly<Record<Measure, (value: Integer) => string>> = {
  nodes: formatExact,
  capacity: formatCapacity,
  buckets: formatExact,
  bytes: formatBytes,
};

/** `null` where it is not known. */
export function amountIn(row: RegionRow, measure: Measure, claims: MeasureClaims): Amount | null {
  const value = amountOf(row, measure);
  if (value === null) return null;
  return { value, text: written[measure](value), claim: claimOfAmount(row, measure, claims) };
}

function bounded(words: string, claim: Claim): string {
  return claim.kind === 'at-least' ? `at least ${words}` : words;
}

/** "62 nodes", "at least 8,295 G". */
function inWords({ value, text, claim }: Amount, measure: Measure): string {
  const noun = { nodes: 'node', buckets: 'bucket', capacity: null, bytes: null }[measure];
  return bounded(noun === null ? text : plural(value, noun), claim);
}

/** What a region's mark is sized by. */
export function sizeOf(row: RegionRow, measure: Measure, claims: MeasureClaims): MarkSize {
  const amount = amountIn(row, measure, claims);
  if (!amount) return noSize;
  const { value, text, claim } = amount;
  return { value, figure: bounded(text, claim), inWords: inWords(amount, measure) };
}

/** A region as a mark, with what it has where that is asked. */
export function mapPlaceOf<R extends Pick<RegionRow, 'code' | 'name' | 'country' | 'zone' | 'status'>>(
  { region, code, location }: Placed<R>,
  { slug, words }: { readonly slug: string; readonly words: WordOverrides },
  size?: MarkSize,
  /** Regions that call themselves good without a good node: their marks say so, their words stay. */
  byNodes: RegionsByNodes = new Map(),
): MapPlace {
  const said = classify(region.status, words);
  const nodes = byNodes.get(code);
  const state = nodes ? { ...said, severity: nodes.severity } : said;
  const { name, zone, country } = region;
  const { value, figure, inWords: amount } = size ?? noSize;
  const parts = [
    `${name ?? ''} ${code}`.trim(),
    inSentence(said),
    nodes === undefined ? '' : `none of its ${plural(nodes.nodes, 'node')} is operational`,
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

/** "43.30° N, 5.37° E". */
export function degreesInWords({ lat, lon }: { readonly lat: number; readonly lon: number }): string {
  return `${Math.abs(lat).toFixed(2)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(2)}° ${lon < 0 ? 'W' : 'E'}`;
}
