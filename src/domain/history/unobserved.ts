/** Stretches in which nobody looked, as entries among changes: what one cause took from several endpoints is one. Pure. */

import { endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import type { SightEntry } from '#contract/history.ts';
import type { ChangedSubject } from '../memory/changes.ts';
import type { ChangeGroup } from '../memory/group-changes.ts';
import { causeInWords } from './recorded-strip.ts';

/** What is not told: before the record, what is not over, and what is not there to be read. */
const untold: ReadonlySet<SightEntry['cause']> = new Set(['not-recorded', 'pending', 'not-offered']);

interface Blind {
  readonly endpoint: string;
  readonly from: number;
  readonly to: number | null;
  readonly why: string;
}

/** A service that answers now and then has any number of them. */
const mostGaps = 1_000;

function blindIn(sight: readonly SightEntry[]): readonly Blind[] {
  return sight
    .flatMap(({ endpoint, from, to, outcome, cause, detail }) =>
      outcome === 'seen' || cause === null || untold.has(cause)
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

function endOf({ to }: Blind): number {
  return to ?? Number.POSITIVE_INFINITY;
}

/** The status document's own stretch leads; of lists the longest. */
function leads(a: Blind, b: Blind): number {
  const isStatus = ({ endpoint }: Blind) => Number(endpoint.endsWith('/status'));
  return isStatus(b) - isStatus(a) || endOf(b) - b.from - (endOf(a) - a.from) || a.from - b.from;
}

function groupOf(blind: readonly Blind[], known: number): ChangeGroup | null {
  const [lead, ...rest] = blind.toSorted(leads);
  if (!lead) return null;
  const changeOf = ({ endpoint, from, to, why }: Blind) => ({
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
      isOfAll: new Set(blind.map(({ endpoint }) => endpoint)).size === known,
    },
  };
}

/** Those of a window, in no order. One that is over stands at its end, one that goes on at its begin. */
export function unobservedIn(sight: readonly SightEntry[]): readonly ChangeGroup[] {
  const known = new Set(sight.filter(({ cause }) => cause !== 'not-offered').map(({ endpoint }) => endpoint))
    .size;
  const together: Blind[][] = [];
  for (const blind of blindIn(sight)) {
    const own = together.find(
      (each) =>
        each.every(({ endpoint }) => endpoint !== blind.endpoint) &&
        each.some((other) => other.why === blind.why && blind.from < endOf(other)),
    );
    if (own) own.push(blind);
    else together.push([blind]);
  }
  return together.flatMap((each) => groupOf(each, known) ?? []);
}

/** When each resource, and each path, was last read, from its sight; those that are not recorded are not in it. */
export function lastLooks(sight: readonly SightEntry[]): ReadonlyMap<string, number> {
  const looks = new Map<string, number>();
  const add = (name: string, at: number) => looks.set(name, Math.max(at, looks.get(name) ?? 0));
  for (const { endpoint, from, to, outcome } of sight) {
    if (outcome !== 'seen' || !isEndpointPath(endpoint)) continue;
    add(endpoint, Date.parse(to ?? from));
    add(endpointAt(endpoint).resource, Date.parse(to ?? from));
  }
  return looks;
}

/** What is read to see a change of each kind of subject. */
export function resourceOf(subject: Exclude<ChangedSubject, 'endpoint'>): string {
  return subject === 'component' ? 'status' : subject;
}
