/**
 * Joins regions with figures of their nodes and buckets. Each figure is counted once, so that sums over all
 * rows are right.
 */

import { flawsOf, withFlaws } from '#contract/decode/row.ts';
import type { Version } from '#contract/endpoints.ts';
import type { Integer, Region } from '#contract/resources.ts';
import type { Claim } from '../lists/claim.ts';
import { fieldsOf } from '../lists/fields.ts';
import {
  createListing,
  type FieldsWith,
  type Group,
  type Listing,
  type ListingField,
  noSum,
  type Question,
  type Sum,
} from '../lists/listing.ts';
import type { Lookups } from '../lists/lookups.ts';
import { noRegionsByNodes, regionSeverity } from '../severity/region-state.ts';
import { severityRank } from '../severity/severity.ts';
import { groupedWorstFirst } from '../severity/worst-first.ts';
import { compareTexts } from '../text/compare-texts.ts';
import { disagreement, type RegionList, type RegionReport, worseReport } from './compare-regions.ts';

/** Row of the table of regions: a listed region, or a code that only nodes or buckets name. */
export interface RegionRow {
  /** Region code; `null` for a region, or for nodes and buckets, that was sent without one. */
  readonly code: string | null;
  readonly name: string | null;
  readonly zone: string | null;
  readonly country: string | null;
  /** Status word as sent. If the API versions disagree, the worse one. */
  readonly status: string | null;
  /** Region record from which `status` comes; `null` if no region list has the code. */
  readonly sent: Region | null;
  readonly listedIn: readonly Version[];
  /** Disagreement of the API versions in words: "Degraded in v2, operational in v1"; `null` if they agree. */
  readonly disagreement: string | null;
  /**
   * Number of nodes; `null` if unknown, or counted in an earlier row of the same code. The figures below are
   * `null` in the same cases.
   */
  readonly nodes: number | null;
  /** Sum of the nodes' capacity, in the unit of the service. */
  readonly advertised: Sum | null;
  readonly buckets: number | null;
  readonly objects: Sum | null;
  readonly bytes: Sum | null;
}

export interface Inventory {
  readonly lists: readonly RegionList[];
  /** Nodes grouped by `pop`, with the sum of `advertised`; `null` while unknown. */
  readonly nodes: readonly Group[] | null;
  /** Buckets grouped by `region`, with the sums of `objects` and `bytes`; `null` while unknown. */
  readonly buckets: readonly Group[] | null;
  /**
   * Whether the node list is exact. If not, nodes of a code outside the region lists may not have been
   * requested. `allBuckets` is the same for buckets.
   */
  readonly allNodes?: boolean;
  readonly allBuckets?: boolean;
}

type Figures = Pick<RegionRow, 'nodes' | 'advertised' | 'buckets' | 'objects' | 'bytes'>;

const notCounted: Figures = { nodes: null, advertised: null, buckets: null, objects: null, bytes: null };

function byKey(groups: readonly Group[] | null): ReadonlyMap<string | null, Group> {
  return new Map((groups ?? []).map((group) => [group.key[0] ?? null, group]));
}

/**
 * Creates a counter that gives each code its figures only once: a list may repeat a code, and sums must be
 * right.
 */
function createCounter({ nodes, buckets, allNodes, allBuckets }: Inventory) {
  const nodesOf = byKey(nodes);
  const bucketsOf = byKey(buckets);
  const counted = new Set<string | null>();
  const take = (code: string | null, isListed: boolean): Figures => {
    if (counted.has(code)) return notCounted;
    counted.add(code);
    const [node, bucket] = [nodesOf.get(code), bucketsOf.get(code)];
    const ofNodes = nodes && (node || isListed || allNodes);
    const ofBuckets = buckets && (bucket || isListed || allBuckets);
    return {
      nodes: ofNodes ? (node?.count ?? 0) : null,
      advertised: ofNodes ? (node?.sums['advertised'] ?? noSum) : null,
      buckets: ofBuckets ? (bucket?.count ?? 0) : null,
      objects: ofBuckets ? (bucket?.sums['objects'] ?? noSum) : null,
      bytes: ofBuckets ? (bucket?.sums['bytes'] ?? noSum) : null,
    };
  };
  const rest = () =>
    [...new Set([...nodesOf.keys(), ...bucketsOf.keys()])].filter((code) => !counted.has(code));
  return { take, rest };
}

/** Regions of one list: grouped by code, worst first, and each region without a code by itself. */
interface ListRows {
  readonly version: Version;
  readonly byCode: ReadonlyMap<string, readonly Region[]>;
  readonly groups: readonly { readonly code: string | null; readonly regions: readonly Region[] }[];
}

function listRows({ version, regions }: RegionList, words: Lookups['words']): ListRows {
  const byCode = groupedWorstFirst(regions, ({ code }) => code, words);
  const seen = new Set<string>();
  const groups = regions.flatMap((region): ListRows['groups'] => {
    const { code } = region;
    if (code === null) return [{ code, regions: [region] }];
    if (seen.has(code)) return [];
    seen.add(code);
    return [{ code, regions: byCode.get(code) ?? [] }];
  });
  return { version, byCode, groups };
}

/**
 * Joins the inventory. First come the regions of the preferred list in its order, then those of other
 * versions, then codes that only nodes and buckets name. Rows of the same code are adjacent, worst first.
 */
export function joinInventory(inventory: Inventory, words: Lookups['words']): readonly RegionRow[] {
  const counter = createCounter(inventory);
  const known = inventory.lists.map((list) => listRows(list, words));
  const rowOf = (code: string | null, reports: readonly [RegionReport, ...RegionReport[]]): RegionRow => {
    const [{ region }] = reports;
    const worse = worseReport(reports, words).region;
    const row = {
      ...region,
      status: worse.status,
      sent: worse,
      listedIn: reports.map((report) => report.version).toSorted(),
      disagreement: disagreement(reports, words),
      // A region without a code cannot be joined.
      ...(code === null ? notCounted : counter.take(code, true)),
    };
    return withFlaws(row, flawsOf(worse));
  };
  /** Pairs the rows of a code by rank: the worst row of each API version, then the next worse, and so on. */
  const rowsOf = (own: ListRows, code: string | null, regions: readonly Region[]): readonly RegionRow[] => {
    if (code === null) return regions.map((region) => rowOf(null, [{ version: own.version, region }]));
    const versions = [own, ...known.filter((each) => each !== own)];
    const most = Math.max(...versions.map(({ byCode }) => byCode.get(code)?.length ?? 0));
    return Array.from({ length: most }, (_, place) =>
      versions.flatMap(({ version, byCode }): readonly RegionReport[] => {
        const region = byCode.get(code)?.[place];
        return region ? [{ version, region }] : [];
      }),
    ).flatMap(([first, ...others]) => (first ? [rowOf(code, [first, ...others])] : []));
  };
  const listed = known.flatMap((list, index) => {
    const earlier = known.slice(0, index);
    return list.groups
      .filter(({ code }) => code === null || !earlier.some(({ byCode }) => byCode.has(code)))
      .flatMap(({ code, regions }) => rowsOf(list, code, regions));
  });
  const unlisted = counter
    .rest()
    .toSorted((a, b) => compareTexts(a ?? '', b ?? ''))
    .map((code) => ({
      code,
      name: null,
      zone: null,
      country: null,
      status: null,
      sent: null,
      listedIn: [],
      disagreement: null,
      ...counter.take(code, false),
    }));
  return [...listed, ...unlisted];
}

export function isListed(row: RegionRow): boolean {
  return row.listedIn.length > 0;
}

export const listedRows: Question = { where: { listed: ['yes'] } };
export const unlistedRows: Question = { where: { listed: [null] } };

function number(value: (row: RegionRow) => Integer | null): ListingField<RegionRow> {
  return { kind: 'number', value };
}

const rowFields: FieldsWith<RegionRow> = (lookups) => {
  // A code that only nodes or buckets name has no state. That differs from an unknown state.
  const { words, byNodes = noRegionsByNodes } = lookups;
  const severityOf = (row: RegionRow) => (isListed(row) ? regionSeverity(row, words, byNodes) : null);
  return {
    ...fieldsOf.region(lookups),
    severity: { kind: 'text', value: severityOf },
    rank: number((row) => {
      const severity = severityOf(row);
      return severity && severityRank[severity];
    }),
    listed: { kind: 'text', value: (row) => (isListed(row) ? 'yes' : null) },
    nodes: number((row) => row.nodes),
    advertised: number((row) => row.advertised?.total ?? null),
    unreadable_capacities: number((row) => row.advertised?.missing ?? null),
    buckets: number((row) => row.buckets),
    objects: number((row) => row.objects?.total ?? null),
    bytes: number((row) => row.bytes?.total ?? null),
    unreadable_bytes: number((row) => row.bytes?.missing ?? null),
  };
};

export function regionRowsListing(
  rows: readonly RegionRow[],
  claim: Claim,
  lookups: Lookups,
): Listing<RegionRow> {
  return createListing(rows, rowFields, claim, lookups);
}
