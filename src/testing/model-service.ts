/**
 * Test helper: a service that clamps `limit` and departs from the API document in every way that the planner
 * must tolerate.
 */

import type { ListParameters } from '#contract/decode/list.ts';
import { exact } from '#domain/lists/claim.ts';
import { createListing, type Listing } from '#domain/lists/listing.ts';
import type { Page, Unite } from '#domain/lists/planner/page.ts';
import { identityOf, likenessOf, regionsOf, uniteRows } from '#domain/lists/planner/pages-of-rows.ts';

export interface Item {
  readonly id: string;
  readonly region: string | null;
}

export interface Departures {
  readonly ignoresRegion: boolean;
  readonly ignoresLimit: boolean;
  readonly extraRows: number;
  /** Whether a response without rows states `has_more: true`. */
  readonly emptyWithMore: boolean;
  readonly shuffles: boolean;
  /**
   * Maximum number of rows of successive responses, repeated in a cycle. Empty: always the `clamp` of the
   * model.
   */
  readonly clamps: readonly number[];
  readonly silentAboutMore: boolean;
  readonly noEcho: boolean;
  /** Number added to the `count` that a response states. */
  readonly miscounts: number;
  readonly refuses: boolean;
}

export const noDepartures: Departures = {
  ignoresRegion: false,
  ignoresLimit: false,
  extraRows: 0,
  emptyWithMore: false,
  shuffles: false,
  clamps: [],
  silentAboutMore: false,
  noEcho: false,
  miscounts: 0,
  refuses: false,
};

export interface Model {
  readonly items: readonly Item[];
  readonly defaultLimit: number;
  readonly clamp: number;
  /** Whether rows contain their region (buckets, nodes), or only the filter knows it (assets). */
  readonly namesRegion: boolean;
  readonly departures: Departures;
}

export function createModel(model: Model): (asked: ListParameters) => Page<Item> | null {
  const { items, departures, defaultLimit, namesRegion } = model;
  let call = 0;
  return ({ limit: wanted, region }) => {
    call += 1;
    const clamp = departures.clamps[call % Math.max(1, departures.clamps.length)] ?? model.clamp;
    if (departures.refuses && wanted !== undefined && wanted > clamp) return null;
    const limit =
      wanted === undefined || departures.ignoresLimit ? Math.min(defaultLimit, clamp) : Math.min(wanted, clamp);
    const matching =
      region === undefined || departures.ignoresRegion ? items : items.filter((item) => item.region === region);
    const from = departures.shuffles ? (call * 7) % Math.max(1, matching.length) : 0;
    const ordered = [...matching.slice(from), ...matching.slice(0, from)];
    const rows = departures.emptyWithMore ? [] : ordered.slice(0, limit + departures.extraRows);
    const more = rows.length < matching.length;
    const page = pageOf(rows, namesRegion);
    return {
      ...page,
      pagination: {
        limit: departures.noEcho ? null : limit,
        count: rows.length + departures.miscounts,
        hasMore: departures.silentAboutMore ? null : more,
      },
    };
  };
}

function listingOf(rows: readonly Item[], claim: Listing<Item>['claim'] = exact): Listing<Item> {
  return createListing(rows, () => ({}), claim);
}

function pageOf(rows: readonly Item[], namesRegion: boolean): Omit<Page<Item>, 'pagination'> {
  return {
    count: rows.length,
    repeated: 0,
    regions: namesRegion ? regionsOf(rows, 'region') : null,
    ids: namesRegion ? null : rows.map(identityOf),
    likeness: namesRegion ? null : likenessOf(rows),
    content: { listing: (claim) => listingOf(rows, claim), rows: async () => rows },
  };
}

export function modelUniter(namesRegion: boolean): Unite<Item> {
  return async (parts, claim) => listingOf(await uniteRows(parts, namesRegion ? 'region' : null), claim);
}
