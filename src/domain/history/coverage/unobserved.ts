/**
 * Turns gaps in coverage into entries of the log of changes. Simultaneous gaps of several endpoints with one
 * cause are one entry.
 */

import { endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { ChangedSubject } from '#domain/memory/changes.ts';
import type { ChangeGroup } from '#domain/memory/group-changes.ts';
import { causeInWords } from '../strips/recorded-strip.ts';

/** Causes of gaps that get no entry: not recorded, still pending, or an endpoint that is not offered. */
const ignoredCauses: ReadonlySet<CoverageEntry['cause']> = new Set(['not-recorded', 'pending', 'not-offered']);

interface Gap {
  readonly endpoint: string;
  readonly from: number;
  readonly to: number | null;
  readonly why: string;
}

/** Maximum number of gaps that are turned into entries: an unstable service has any number. */
const mostGaps = 1_000;

function gapsIn(coverage: readonly CoverageEntry[]): readonly Gap[] {
  return coverage
    .flatMap(({ endpoint, from, to, outcome, cause, detail }) =>
      outcome === 'seen' || cause === null || ignoredCauses.has(cause)
        ? []
        : {
            endpoint,
            from: Date.parse(from),
            to: to === null ? null : Date.parse(to),
            why: causeInWords({ cause, detail }),
          },
    )
    .toSorted((a, b) => a.from - b.from)
    .slice(-mostGaps);
}

function endOf({ to }: Gap): number {
  return to ?? Number.POSITIVE_INFINITY;
}

/**
 * Compares gaps to choose the one that stands for an entry: the gap of the status document, otherwise the
 * longest one.
 */
function leads(a: Gap, b: Gap): number {
  const isStatus = ({ endpoint }: Gap) => Number(endpoint.endsWith('/status'));
  return isStatus(b) - isStatus(a) || endOf(b) - b.from - (endOf(a) - a.from) || a.from - b.from;
}

function groupOf(gaps: readonly Gap[], known: number): ChangeGroup | null {
  const [lead, ...rest] = gaps.toSorted(leads);
  if (!lead) return null;
  const changeOf = ({ endpoint, from, to, why }: Gap) => ({
    at: to ?? from,
    kind: 'unobserved' as const,
    subject: 'endpoint' as const,
    id: endpoint,
    name: endpoint,
    region: null,
    from: null,
    to: why,
    notBefore: null,
  });
  return {
    key: `unobserved ${lead.from} ${lead.endpoint}`,
    at: lead.to ?? lead.from,
    until: lead.to,
    lead: changeOf(lead),
    members: [lead, ...rest].map(changeOf),
    severity: 'unvouched',
    isNewWord: false,
    isRecovery: false,
    gap: {
      from: lead.from,
      to: lead.to,
      isOfAll: new Set(gaps.map(({ endpoint }) => endpoint)).size === known,
    },
  };
}

/**
 * Returns entries for the gaps of a window, unsorted. An ended gap is placed at its end, an open one at its
 * start.
 */
export function unobservedIn(coverage: readonly CoverageEntry[]): readonly ChangeGroup[] {
  const known = new Set(coverage.filter(({ cause }) => cause !== 'not-offered').map(({ endpoint }) => endpoint))
    .size;
  const together: Gap[][] = [];
  for (const gap of gapsIn(coverage)) {
    const own = together.find(
      (each) =>
        each.every(({ endpoint }) => endpoint !== gap.endpoint) &&
        each.some((other) => other.why === gap.why && gap.from < endOf(other)),
    );
    if (own) own.push(gap);
    else together.push([gap]);
  }
  return together.flatMap((each) => groupOf(each, known) ?? []);
}

/**
 * Returns the time of the last recorded poll in epoch milliseconds, by resource and by path. Resources
 * without recorded polls are left out.
 */
export function lastPolls(coverage: readonly CoverageEntry[]): ReadonlyMap<string, number> {
  const polls = new Map<string, number>();
  const add = (name: string, at: number) => polls.set(name, Math.max(at, polls.get(name) ?? 0));
  for (const { endpoint, from, to, outcome } of coverage) {
    if (outcome !== 'seen' || !isEndpointPath(endpoint)) continue;
    add(endpoint, Date.parse(to ?? from));
    add(endpointAt(endpoint).resource, Date.parse(to ?? from));
  }
  return polls;
}

export function resourceOf(subject: Exclude<ChangedSubject, 'endpoint'>): string {
  return subject === 'component' ? 'status' : subject;
}
