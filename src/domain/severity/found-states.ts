/** States that can be asked for by name: what of a list is not operational, as a whole and in each place. */

import type { Group } from '../lists/listing.ts';
import { termsOf } from '../text/find.ts';
import { formatExact, plural } from '../text/format.ts';
import { otherSeverities } from './rollup.ts';
import { isGood, isSeverity, type Severity, severityName, severityRank } from './severity.ts';

/** Where rows are: in all of a list, in a zone or in a region. */
export type Where =
  | { readonly kind: 'all' }
  | { readonly kind: 'zone'; readonly zone: string }
  | { readonly kind: 'region'; readonly code: string };

export interface FoundState {
  readonly where: Where;
  /** `null` for all that is not operational. */
  readonly severity: Severity | null;
  /** Rows of each severity that is meant, worst first; empty where there are none. */
  readonly counts: ReadonlyMap<Severity, number>;
  /** Severities that are not told apart here: who asks for one of them is answered by this. */
  readonly alsoAsked: readonly Severity[];
}

/** "Not operational", "Degraded". */
export function stateName(severity: Severity | null): string {
  const name = severity === null ? 'not operational' : severityName[severity];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The severities that rows are asked for. */
export function severitiesOf(severity: Severity | null): readonly Severity[] {
  return severity === null ? otherSeverities : [severity];
}

interface Place {
  readonly where: Where;
  readonly counts: Map<Severity, number>;
}

/** All that is not operational at a place, and apart by severity where it has several. */
function statesAt({ where, counts }: Place): readonly FoundState[] {
  const sorted = new Map([...counts].toSorted(([a], [b]) => severityRank[b] - severityRank[a]));
  const isApart = sorted.size > 1;
  const known = sorted.size === 0 ? otherSeverities : [...sorted.keys()];
  return [
    { where, severity: null, counts: sorted, alsoAsked: isApart ? [] : known },
    ...(isApart ? [...sorted] : []).map(([severity, count]) => ({
      where,
      severity,
      counts: new Map([[severity, count]]),
      alsoAsked: [],
    })),
  ];
}

/** All are made again with every answer, on the page's own thread. */
const mostPlaces = 2_000;

/**
 * What is not operational, of all, of each zone and of each region; also where that is nothing, unless there are very
 * many of them.
 *
 * @param groups - keyed by zone, region and severity.
 */
export function foundStates(groups: readonly Group[]): readonly FoundState[] {
  const places = new Map<string, Place>();
  const areMany = groups.length > mostPlaces;
  const countAt = (where: Where, key: string, severity: Severity, count: number) => {
    const held = places.get(key);
    if (!held && areMany && where.kind !== 'all' && (isGood(severity) || places.size >= mostPlaces)) return;
    const place = held ?? { where, counts: new Map<Severity, number>() };
    if (!held) places.set(key, place);
    if (!isGood(severity) && severity !== 'unvouched')
      place.counts.set(severity, (place.counts.get(severity) ?? 0) + count);
  };
  for (const { key, count } of groups) {
    const [zone = null, code = null, severity] = key;
    if (!isSeverity(severity)) continue;
    countAt({ kind: 'all' }, 'all', severity, count);
    if (zone !== null) countAt({ kind: 'zone', zone }, `zone ${zone}`, severity, count);
    if (code !== null) countAt({ kind: 'region', code }, `region ${code}`, severity, count);
  }
  return [...places.values()].flatMap(statesAt);
}

/** "4 nodes degraded, 1 maintenance or notice"; "none" where there are none. */
export function countsInWords(counts: ReadonlyMap<Severity, number>, one: string): string {
  if (counts.size === 0) return 'none';
  return [...counts]
    .map(([severity, count], index) => {
      const many = index === 0 ? plural(count, one) : formatExact(count);
      return `${many} ${severityName[severity]}`;
    })
    .join(', ');
}

const words = new Set(
  [null, ...otherSeverities].flatMap((severity) => stateName(severity).toLowerCase().split(' ')),
);
const leastLetters = 3;

/** Whether a query speaks of a state, or begins to: then places where nothing is wrong have an answer as well. */
export function speaksOfState(query: string): boolean {
  return termsOf(query).some(
    (term) => term.length >= leastLetters && [...words].some((word) => word.startsWith(term)),
  );
}
