/** Measures of a region's size: nodes, capacity, buckets, stored bytes. */

import type { Integer } from '#contract/resources.ts';
import { type Claim, claimOfSum, exact } from '../lists/claim.ts';
import { noSum } from '../lists/listing.ts';
import { formatExact, plural } from '../text/format.ts';
import { formatBytes, formatCapacity } from '../text/format-figures.ts';
import type { RegionRow } from './region-rows.ts';

export type Measure = 'nodes' | 'capacity' | 'buckets' | 'bytes';

export const measureNames: Readonly<Record<Measure, string>> = {
  nodes: 'Nodes',
  capacity: 'Capacity',
  buckets: 'Buckets',
  bytes: 'Stored',
};

export interface MeasureClaims {
  /** Completeness claim of the node list; `null` if the deployment does not offer nodes. */
  readonly nodes: Claim | null;
  /** Completeness claim of the bucket list; `null` if the deployment does not offer buckets. */
  readonly buckets: Claim | null;
}

export function offeredMeasures({ nodes, buckets }: MeasureClaims): readonly Measure[] {
  return [
    ...(nodes ? (['nodes', 'capacity'] as const) : []),
    ...(buckets ? (['buckets', 'bytes'] as const) : []),
  ];
}

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

/** Returns a measure of a region with its text and completeness claim; `null` if the measure is unknown. */
export function amountIn(row: RegionRow, measure: Measure, claims: MeasureClaims): Amount | null {
  const value = amountOf(row, measure);
  if (value === null) return null;
  return { value, text: written[measure](value), claim: claimOfAmount(row, measure, claims) };
}

export function bounded(words: string, claim: Claim): string {
  return claim.kind === 'at-least' ? `at least ${words}` : words;
}

/** Describes a measure: "62 nodes", "at least 8,295 G". */
export function inWords({ value, text, claim }: Amount, measure: Measure): string {
  const noun = { nodes: 'node', buckets: 'bucket', capacity: null, bytes: null }[measure];
  return bounded(noun === null ? text : plural(value, noun), claim);
}
