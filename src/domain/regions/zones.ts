import type { Integer } from '#contract/resources.ts';
import { severityCounts } from '../figures/severity-counts.ts';
import type { Group, Listing, Question, Sum } from '../lists/listing.ts';
import { addIntegers, compareIntegers } from '../numbers/arithmetic.ts';
import type { Severity } from '../severity/severity.ts';
import { compareTexts } from '../text/compare-texts.ts';
import { settled } from '../text/visible-text.ts';
import type { RegionRow } from './region-rows.ts';

export interface Zone {
  /** Name as sent; `null` if the region list has none, or if no region list has the codes. */
  readonly name: string | null;
  readonly listed: boolean;
  readonly regions: number;
  readonly states: ReadonlyMap<Severity, number>;
  /** Number of nodes; `null` if unknown. `advertised`, their capacity, is `null` in the same case. */
  readonly nodes: Integer | null;
  readonly advertised: Integer | null;
  readonly unreadableCapacities: number;
  /** Number of buckets; `null` if unknown. `bytes` is `null` in the same case. */
  readonly buckets: Integer | null;
  readonly bytes: Integer | null;
  readonly unreadableBytes: number;
}

const sums = ['nodes', 'advertised', 'unreadable_capacities', 'buckets', 'bytes', 'unreadable_bytes'] as const;
type SumName = (typeof sums)[number];

function total(groups: readonly Group[], name: SumName): Integer | null {
  const known = groups
    .map((group) => group.sums[name])
    .filter((sum): sum is Sum => sum !== undefined && sum.counted > 0);
  return known.length === 0 ? null : known.reduce<Integer>((all, sum) => addIntegers(all, sum.total), 0);
}

function zoneOf(groups: readonly Group[]): Zone {
  const [name = null, listed = null] = groups[0]?.key ?? [];
  return {
    name,
    listed: listed !== null,
    regions: groups.reduce((count, group) => count + group.count, 0),
    states: severityCounts(groups, 2),
    nodes: total(groups, 'nodes'),
    advertised: total(groups, 'advertised'),
    unreadableCapacities: Number(total(groups, 'unreadable_capacities') ?? 0),
    buckets: total(groups, 'buckets'),
    bytes: total(groups, 'bytes'),
    unreadableBytes: Number(total(groups, 'unreadable_bytes') ?? 0),
  };
}

/**
 * Compares zones for sorting: largest capacity first, then most bytes, then most regions. Codes that no
 * region list has come last.
 */
function compareZones(a: Zone, b: Zone): number {
  if (a.listed !== b.listed) return a.listed ? -1 : 1;
  return (
    compareIntegers(b.advertised ?? 0, a.advertised ?? 0) ||
    compareIntegers(b.bytes ?? 0, a.bytes ?? 0) ||
    b.regions - a.regions ||
    compareTexts(a.name ?? '', b.name ?? '')
  );
}

export async function zonesOf(listing: Listing<RegionRow>, question: Question = {}): Promise<readonly Zone[]> {
  const groups = await listing.group(question, ['zone', 'listed', 'severity'], sums);
  const zones = new Map<string, Group[]>();
  for (const group of groups) {
    const key = JSON.stringify(group.key.slice(0, 2));
    zones.set(key, [...(zones.get(key) ?? []), group]);
  }
  return [...zones.values()].map(zoneOf).toSorted(compareZones);
}

export function zoneLabel(zone: Zone): string {
  if (!zone.listed) return 'unknown region';
  return settled(zone.name ?? 'zone not provided');
}

/** Returns the first row of each zone, with the zone. The rows must be sorted by zone. */
export function startsOf(rows: readonly RegionRow[], zones: readonly Zone[]) {
  const keyOf = ({ name, listed }: Pick<Zone, 'name' | 'listed'>) => JSON.stringify([name, listed]);
  const known = new Map(zones.map((zone) => [keyOf(zone), zone]));
  return rows.flatMap((row, first) => {
    const key = keyOf({ name: row.zone, listed: row.listedIn.length > 0 });
    const zone = known.get(key);
    // Only the first row of each zone counts: each zone has one heading, in any order.
    known.delete(key);
    return zone ? [{ key, first, zone }] : [];
  });
}
