/**
 * Finds mismatches between region lists, nodes, buckets and the status document. Only a complete list proves
 * that something is absent; otherwise the result is `null`.
 */

import { isRegionCode } from '#contract/region-code.ts';
import type { Claim } from '../lists/claim.ts';

/** A listed region, or a code that only nodes or buckets name. */
export interface JoinedRegion {
  /** Region code; `null` for nodes or buckets that name no region. */
  readonly code: string | null;
  readonly name: string | null;
  readonly country: string | null;
  readonly listedIn: readonly unknown[];
  /** Number of listed nodes in the region; `null` while unknown. */
  readonly nodes: number | null;
  readonly buckets: number | null;
}

/** Completeness claims of the lists. A claim is `null` if the deployment does not offer the list. */
export interface JoinedClaims {
  readonly regions: Claim;
  readonly nodes: Claim | null;
  readonly buckets: Claim | null;
}

export interface City {
  readonly name: string;
  readonly country: string | null;
  readonly codes: readonly string[];
}

export interface JoinMismatches<Region extends JoinedRegion> {
  /** Codes that nodes or buckets name, but no region list; `null` if the region lists are not complete. */
  readonly dangling: readonly Region[] | null;
  readonly withoutBuckets: readonly string[] | null;
  readonly empty: readonly string[] | null;
  readonly cities: readonly City[];
}

type RowKind = 'nodes' | 'buckets';

/** Creates a test for whether a list proves that a region has no nodes (or no buckets). */
function provingNone(rows: readonly JoinedRegion[], kind: RowKind, claim: Claim | null) {
  // The claim has only a number of regions. It tells which ones only if it equals the number of all codes
  // that can be requested.
  const known = new Set(
    rows.flatMap(({ code, listedIn, [kind]: count }) =>
      code !== null && isRegionCode(code) && (listedIn.length > 0 || (count ?? 0) > 0) ? [code] : [],
    ),
  );
  return ({ code, [kind]: count }: JoinedRegion): boolean => {
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

export function joinMismatchesOf<Region extends JoinedRegion>(
  rows: readonly Region[],
  claims: JoinedClaims,
): JoinMismatches<Region> {
  const noNodes = provingNone(rows, 'nodes', claims.nodes);
  const noBuckets = provingNone(rows, 'buckets', claims.buckets);
  const proves = (claim: Claim | null, kind: RowKind) =>
    claim !== null && claim.kind !== 'at-least' && rows.some((row) => row[kind] !== null);
  const nodesProve = proves(claims.nodes, 'nodes');
  const bucketsProve = proves(claims.buckets, 'buckets');
  const isEmpty = (row: Region) =>
    row.listedIn.length > 0 &&
    (claims.nodes === null || noNodes(row)) &&
    (claims.buckets === null || noBuckets(row));
  const isEmptyProvable =
    (nodesProve || claims.nodes === null) &&
    (bucketsProve || claims.buckets === null) &&
    (nodesProve || bucketsProve);
  return {
    dangling: claims.regions.kind === 'exact' ? rows.filter(({ listedIn }) => listedIn.length === 0) : null,
    withoutBuckets: bucketsProve ? codesOf(rows.filter((row) => (row.nodes ?? 0) > 0 && noBuckets(row))) : null,
    empty: isEmptyProvable ? codesOf(rows.filter(isEmpty)) : null,
    cities: citiesOf(rows),
  };
}

/**
 * Finds the codes of the regions in a city. The status document names a city, not a code (API document, part
 * 2), and a city may have several regions.
 */
export function codesOfSite(site: string, rows: readonly JoinedRegion[]): readonly string[] {
  return [...new Set(codesOf(rows.filter(({ name }) => name === site)))].toSorted();
}
