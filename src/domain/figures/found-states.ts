/** Search results for states: how many rows of a list are not operational, in total and by place. */

import type { Group } from '../lists/listing.ts';
import { isGood, isSeverity, type Severity, severityName, severityRank } from '../severity/severity.ts';
import { termsOf } from '../text/find.ts';
import { formatExact, plural } from '../text/format.ts';
import { otherSeverities } from './severity-counts.ts';

export type Where =
  | { readonly kind: 'all' }
  | { readonly kind: 'zone'; readonly zone: string }
  | { readonly kind: 'region'; readonly code: string };

export interface FoundState {
  readonly where: Where;
  /** Severity that the result counts; `null` for everything that is not operational. */
  readonly severity: Severity | null;
  readonly counts: ReadonlyMap<Severity, number>;
  /** Severities that have no result of their own. A search for them finds this result. */
  readonly alsoFiltered: readonly Severity[];
}

/** Returns the name of a search result: "Not operational", "Degraded". */
export function stateName(severity: Severity | null): string {
  const name = severity === null ? 'not operational' : severityName[severity];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function severitiesOf(severity: Severity | null): readonly Severity[] {
  return severity === null ? otherSeverities : [severity];
}

interface Place {
  readonly where: Where;
  readonly counts: Map<Severity, number>;
}

/** Returns the results for a place: one for all problems, and one for each severity if there are several. */
function statesAt({ where, counts }: Place): readonly FoundState[] {
  const sorted = new Map([...counts].toSorted(([a], [b]) => severityRank[b] - severityRank[a]));
  const isApart = sorted.size > 1;
  const known = sorted.size === 0 ? otherSeverities : [...sorted.keys()];
  return [
    { where, severity: null, counts: sorted, alsoFiltered: isApart ? [] : known },
    ...(isApart ? [...sorted] : []).map(([severity, count]) => ({
      where,
      severity,
      counts: new Map([[severity, count]]),
      alsoFiltered: [],
    })),
  ];
}

/**
 * Maximum number of groups and places. It limits the work, because each response is evaluated on the page's
 * main thread.
 */
const maximumPlaces = 2_000;

/**
 * Counts regions or nodes that are not operational: in total, by zone and by region. Places without problems
 * are included, unless there are too many places.
 * @param groups - rows grouped by zone, region and severity
 */
export function foundStates(groups: readonly Group[]): readonly FoundState[] {
  const places = new Map<string, Place>();
  const areMany = groups.length > maximumPlaces;
  const countAt = (where: Where, key: string, severity: Severity, count: number) => {
    const known = places.get(key);
    if (!known && areMany && where.kind !== 'all' && (isGood(severity) || places.size >= maximumPlaces)) return;
    const place = known ?? { where, counts: new Map<Severity, number>() };
    if (!known) places.set(key, place);
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

/** Describes counts by severity: "4 nodes degraded, 1 maintenance or notice"; "none" if there are none. */
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
const minimumLetters = 3;

/**
 * Whether a query contains the name of a state or its first letters. The results then include places without
 * problems.
 */
export function speaksOfState(query: string): boolean {
  return termsOf(query).some(
    (term) => term.length >= minimumLetters && [...words].some((word) => word.startsWith(term)),
  );
}
