/**
 * Collects everything about one region code. Each list is requested for the region alone if possible (API
 * document, part 4, rule 2).
 */

import { useRegionsByNodes } from '#app/observe/verdicts/verdicts.ts';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { type RegionLists, useRegionLists } from '#app/queries/regions/use-region-lists.ts';
import { useAssets } from '#app/queries/resources/assets.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Deployment } from '#contract/host.ts';
import { isRegionCode } from '#contract/region-code.ts';
import type { Asset, Bucket, Node } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { Listing, Question } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { joinInventory, type RegionRow } from '#domain/regions/region-rows.ts';
import type { State } from '#domain/severity/classify.ts';
import { regionState } from '#domain/severity/region-state.ts';
import { looksUnfiltered, type Presence, presenceOf, statementOf } from './presence.ts';

export interface RegionPart<Row> {
  readonly source: Source<Listing<Row>>;
  readonly listing: Listing<Row> | null;
  readonly claim: Claim | undefined;
  /** Query that selects the rows of the region in the response. */
  readonly within: Question;
  /** Number of rows of the region in the response; `undefined` before the first response. */
  readonly count: number | undefined;
  /** Number of rows of other regions in this region's response; 0 unless the service ignores the filter. */
  readonly rowsOfOthers: number;
}

export interface RegionAssets {
  readonly source: Source<Listing<Asset>>;
  /** Whether the region's assets can be requested; `false` if the code does not have the documented form. */
  readonly isRequestable: boolean;
  /**
   * Whether the response for this region repeats the unfiltered response. Nothing is then known of the
   * region's assets.
   */
  readonly isFilterIgnored: boolean;
  /** Cache words of all assets, not only of this region. They determine the colours. */
  readonly words: readonly (string | null)[];
}

export interface RegionDetails {
  readonly code: string;
  readonly lookups: Lookups;
  readonly lists: RegionLists;
  /**
   * Rows of all listed regions. `region` is the row of this code; `undefined` if no list contains the code.
   */
  readonly rows: readonly RegionRow[];
  readonly region: RegionRow | undefined;
  /** Further rows with this code. `region` is the row in the worst state. */
  readonly repeats: readonly RegionRow[];
  /** State of `region`; `null` if no list contains the code. */
  readonly state: State | null;
  /** Returns the state of any row in `rows`. */
  readonly stateOf: (row: RegionRow) => State;
  /** Whether a region list that may contain the code is not read yet. */
  readonly isReading: boolean;
  readonly nodes: RegionPart<Node>;
  readonly buckets: RegionPart<Bucket>;
  readonly assets: RegionAssets;
  readonly presence: Presence;
}

export interface RegionProps {
  readonly deployment: Deployment;
  readonly details: RegionDetails;
}

function useRegionPart<Row>(
  source: Source<Listing<Row>>,
  lookups: Lookups,
  field: string,
  code: string,
): RegionPart<Row> {
  const listing = useJoined(source, lookups);
  const within: Question = { where: { [field]: [code] } };
  const count = useListingResult(listing, `count ${code}`, async (list) => (await list.rows(within)).count);
  const rowsOfOthers = isRegionCode(code) && listing && count !== undefined ? listing.count - count : 0;
  return { source, listing, claim: listing?.claim, within, count, rowsOfOthers };
}

/** Maximum number of ids by which two responses are compared. */
const mostIds = 1_000;

async function idsOf(listing: Listing<Asset>): Promise<readonly (string | null)[]> {
  const rows = await listing.rows({});
  return (await rows.slice(0, mostIds)).map((asset) => asset.id);
}

function useRegionAssets(deployment: Deployment, code: string): RegionAssets {
  const isRequestable = isRegionCode(code);
  const source = useAssets(deployment, code, isRequestable);
  const all = useAssets(deployment, undefined, isRequestable);
  const ids = useListingResult(source.feed.answer?.value ?? null, 'ids', idsOf);
  const allIds = useListingResult(all.feed.answer?.value ?? null, 'ids', idsOf);
  const groups = useListingResult(all.feed.answer?.value ?? null, 'cache', (list) =>
    list.group({}, ['cache_status']),
  );
  const words = (groups ?? []).map(({ key: [word = null] }) => word);
  return { source, isRequestable, isFilterIgnored: looksUnfiltered(ids ?? [], allIds ?? []), words };
}

export function useRegion(deployment: Deployment, code: string): RegionDetails {
  const lookups = useLookups(deployment);
  const lists = useRegionLists(deployment);
  const requested = isRegionCode(code) ? code : undefined;
  const nodes = useRegionPart(useNodes(deployment, requested), lookups, 'pop', code);
  const buckets = useRegionPart(useBuckets(deployment, requested), lookups, 'region', code);
  const assets = useRegionAssets(deployment, code);
  const rows = joinInventory({ lists: lists.read, nodes: null, buckets: null }, deployment.words);
  const [region, ...repeats] = rows.filter((row) => row.code === code);
  const byNodes = useRegionsByNodes(deployment);
  const stateOf = (row: RegionRow) => regionState(row.sent ?? row, deployment.words, byNodes);
  const state = region ? stateOf(region) : null;
  const assetList = assets.source.feed.answer?.value;
  const presence = presenceOf([
    ...lists.offered.map(({ version, source }) => {
      const list = lists.read.find((each) => each.version === version);
      const count = list?.regions.filter((each) => each.code === code).length;
      return statementOf(source.availability, source.feed.answer?.value.claim, count);
    }),
    ...[nodes, buckets].map(({ source, claim, count }) => statementOf(source.availability, claim, count)),
    assets.isRequestable && !assets.isFilterIgnored
      ? statementOf(assets.source.availability, assetList?.claim, assetList?.count)
      : 'silent',
  ]);
  const isReading = lists.read.length < lists.offered.filter(({ source }) => !source.feed.failure).length;
  return {
    code,
    lookups,
    lists,
    rows,
    region,
    repeats,
    state,
    stateOf,
    isReading,
    nodes,
    buckets,
    assets,
    presence,
  };
}
