/** Computes the fleet of the simulated service at the start of the demo, once for all its deployments. */

import type { Resource } from '#contract/resources.ts';
import { maximumLimit } from '#service/choices.ts';
import {
  type ApplicationRow,
  type BucketRow,
  type EventRow,
  type FleetOptions,
  makeApplications,
  makeAssets,
  makeBuckets,
  makeEvents,
  makeNodes,
  makeRegions,
  type NodeRow,
  type RegionRow,
} from '#service/demo/fleet.ts';

const mostRows = 10_000;

/**
 * Maximum scale at which buckets and assets have a generated past: millions of them would take too long to
 * generate.
 */
const largestScale = 10;

export interface DemoFleet {
  /** Resources whose lists have no generated past, because they are too long. */
  readonly left: ReadonlySet<Resource>;
  readonly regions: readonly RegionRow[];
  readonly nodes: readonly NodeRow[];
  readonly buckets: readonly BucketRow[];
  readonly areBucketsListed: boolean;
  readonly assets: readonly number[];
  readonly applications: readonly ApplicationRow[];
  readonly events: readonly EventRow[];
}

/**
 * Returns the newest rows, at most as many as one response has. The service does so for lists without a
 * region.
 */
function firstPage<T extends { readonly created_at: number; readonly id: string }>(
  rows: Iterable<T>,
): readonly T[] {
  return newestFirst([...rows]).slice(0, maximumLimit);
}

function newestFirst<T extends { readonly created_at: number; readonly id: string }>(
  rows: readonly T[],
): readonly T[] {
  return rows.toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1));
}

export function demoFleet(options: FleetOptions): DemoFleet {
  const isSmall = options.scale <= largestScale;
  const buckets = isSmall ? newestFirst([...makeBuckets(options)]) : [];
  return {
    left: new Set(isSmall ? [] : ['bucket', 'asset']),
    regions: makeRegions().toSorted((a, b) => (a.code < b.code ? -1 : 1)),
    nodes: newestFirst(makeNodes(options)),
    buckets,
    areBucketsListed: buckets.length <= mostRows,
    assets: isSmall ? Array.from(makeAssets(options), (asset) => asset.created_at) : [],
    applications: firstPage(makeApplications(options)),
    events: firstPage(makeEvents(options)),
  };
}
