/**
 * What the region lists, the nodes, the buckets and the status document say of the same regions and does not fit
 * together. That something is nowhere follows from complete lists only: where one is not, nothing is said (`null`).
 */

import { isRegionCode } from '#contract/region-code.ts';
import type { Claim } from '../lists/claim.ts';

/** A region that a list holds, or a code that only nodes or buckets name. */
export interface JoinedRegion {
  /** `null` where rows name no region. */
  readonly code: string | null;
  readonly name: string | null;
  readonly country: string | null;
  /** The region lists that hold it. */
  readonly listedIn: readonly unknown[];
  /** Rows that name it; `null` while not known. */
  readonly nodes: number | null;
  readonly buckets: number | null;
}

/** How complete the lists are; `null` where the deployment does not offer one. */
export interface JoinedClaims {
  /** Of all region lists together. */
  readonly regions: Claim;
  readonly nodes: Claim | null;
  readonly buckets: Claim | null;
}

/** A city that several codes stand for. */
export interface City {
  readonly name: string;
  readonly country: string | null;
  readonly codes: readonly string[];
}

export interface Misfits<Region extends JoinedRegion> {
  /** Named by nodes or buckets and held by no region list. */
  readonly dangling: readonly Region[] | null;
  /** Codes of regions that have nodes and no buckets. */
  readonly withoutBuckets: readonly string[] | null;
  /** Codes of listed regions that nothing is in. */
  readonly empty: readonly string[] | null;
  readonly cities: readonly City[];
}

type Held = 'nodes' | 'buckets';

/** Whether a list that holds no row of a region proves that there is none. */
function provingNone(rows: readonly JoinedRegion[], held: Held, claim: Claim | null) {
  // Which regions were asked is known only where they are all those that could be.
  const known = new Set(
    rows.flatMap(({ code, listedIn, [held]: count }) =>
      code !== null && isRegionCode(code) && (listedIn.length > 0 || (count ?? 0) > 0) ? [code] : [],
    ),
  );
  return ({ code, [held]: count }: JoinedRegion): boolean => {
    if (claim === null || count !== 0 || code === null) return false;
    return (
      claim.kind === 'exact' ||
      (claim.kind === 'known-regions' && claim.regions === known.size && known.has(code))
    );
  };
}

function codesOf(rows: readonly JoinedRegion[]): readonly string[] {
  return rows.flatMap(({ code }) => code ?? []);
}

function citiesOf(rows: readonly JoinedRegion[]): readonly City[] {
  const cities = new Map<string, { name: string; country: string | null; codes: Set<string> }>();
  for (const { code, name, country } of rows) {
    if (code === null || name === null || name.trim() === '') continue;
    const key = JSON.stringify([name, country]);
    const city = cities.get(key) ?? { name, country, codes: new Set() };
    city.codes.add(code);
    cities.set(key, city);
  }
  return [...cities.values()]
    .filter(({ codes }) => codes.size > 1)
    .map((city) => ({ ...city, codes: [...city.codes].toSorted() }));
}

/** What does not fit together, in the order of the rows. */
export function misfitsOf<Region extends JoinedRegion>(
  rows: readonly Region[],
  claims: JoinedClaims,
): Misfits<Region> {
  const noNodes = provingNone(rows, 'nodes', claims.nodes);
  const noBuckets = provingNone(rows, 'buckets', claims.buckets);
  const tells = (claim: Claim | null, held: Held) =>
    claim !== null && claim.kind !== 'at-least' && rows.some((row) => row[held] !== null);
  const tellsNodes = tells(claims.nodes, 'nodes');
  const tellsBuckets = tells(claims.buckets, 'buckets');
  const isEmpty = (row: Region) =>
    row.listedIn.length > 0 &&
    (claims.nodes === null || noNodes(row)) &&
    (claims.buckets === null || noBuckets(row));
  const emptyIsTold =
    (tellsNodes || claims.nodes === null) &&
    (tellsBuckets || claims.buckets === null) &&
    (tellsNodes || tellsBuckets);
  return {
    dangling: claims.regions.kind === 'exact' ? rows.filter(({ listedIn }) => listedIn.length === 0) : null,
    withoutBuckets: tellsBuckets ? codesOf(rows.filter((row) => (row.nodes ?? 0) > 0 && noBuckets(row))) : null,
    empty: emptyIsTold ? codesOf(rows.filter(isEmpty)) : null,
    cities: citiesOf(rows),
  };
}

/**
 * Codes of all regions that a status document can mean: its `region` is a city name and not a code (part 2), and a city
 * may have several.
 */
export function codesOfSite(site: string, rows: readonly JoinedRegion[]): readonly string[] {
  return [...new Set(codesOf(rows.filter(({ name }) => name === site)))].toSorted();
}
