/** Compares v1 and v2 of a resource. Regions, nodes and status exist in both (API document, part 9). */

import type { Node, Region, StatusDocument } from '#contract/resources.ts';
import type { Listing } from '../lists/listing.ts';
import { leadingRows } from '../severity/worst-first.ts';

/** A field with different values in v1 and v2. The values are as sent; `null` if absent. */
export interface Difference {
  readonly id: string;
  readonly field: string;
  readonly v1: string | null;
  readonly v2: string | null;
}

export interface VersionComparison {
  readonly both: number;
  /**
   * Ids that only v1 lists: a note, not a fault. `null` if the v2 list is truncated, which proves nothing.
   * `onlyV2` is the reverse.
   */
  readonly onlyV1: readonly string[] | null;
  readonly onlyV2: readonly string[] | null;
  readonly differ: readonly Difference[];
}

export interface VersionSide {
  readonly records: ReadonlyMap<string, Readonly<Record<string, string | null>>>;
  readonly complete: boolean;
}

/**
 * Collects the compared fields by identity. If several rows have an identity, the worst one counts. Rows
 * without an identity are left out.
 */
export function sideOf<Field extends string, Row extends Readonly<Record<Field | 'status', string | null>>>(
  rows: readonly Row[],
  identity: (row: Row) => string | null,
  fields: readonly Field[],
  complete: boolean,
): VersionSide {
  const records = new Map<string, Record<string, string | null>>();
  // Configured severities do not apply: both versions are compared by the API document.
  for (const [id, row] of leadingRows(rows, identity, {}))
    records.set(id, Object.fromEntries(fields.map((field) => [field, row[field]])));
  return { records, complete };
}

/** Turns a status document into records: one for its own status, and one for each component. */
export function statusSide({ status, components }: StatusDocument): VersionSide {
  const records = new Map<string, Record<string, string | null>>([['overall', { status }]]);
  const times = new Map<string, number>();
  for (const component of components) {
    const name = component.name ?? 'without a name';
    let id = name;
    while (records.has(id)) {
      const time = (times.get(name) ?? 1) + 1;
      times.set(name, time);
      id = `${name}, ${time}`;
    }
    records.set(id, { status: component.status });
  }
  return { records, complete: true };
}

async function rowsOf<Row>(listing: Listing<Row>): Promise<readonly Row[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

export async function regionSide(listing: Listing<Region>): Promise<VersionSide> {
  const fields = ['name', 'zone', 'country', 'status'] as const;
  return sideOf(await rowsOf(listing), (row) => row.code, fields, listing.claim.kind === 'exact');
}

export async function nodeSide(listing: Listing<Node>): Promise<VersionSide> {
  const fields = ['created_at', 'pop', 'status', 'capacity'] as const;
  return sideOf(await rowsOf(listing), (row) => row.id, fields, listing.claim.kind === 'exact');
}

function missing(side: VersionSide, other: VersionSide): readonly string[] | null {
  return other.complete ? [...side.records.keys()].filter((id) => !other.records.has(id)).toSorted() : null;
}

export function compareVersions(v1: VersionSide, v2: VersionSide): VersionComparison {
  const shared = [...v1.records].flatMap(([id, one]) => {
    const two = v2.records.get(id);
    return two ? [{ id, one, two }] : [];
  });
  return {
    both: shared.length,
    onlyV1: missing(v1, v2),
    onlyV2: missing(v2, v1),
    differ: shared.flatMap(({ id, one, two }) =>
      Object.keys(one)
        .filter((field) => one[field] !== two[field])
        .map((field) => ({ id, field, v1: one[field] ?? null, v2: two[field] ?? null })),
    ),
  };
}
