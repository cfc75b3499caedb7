import type { Claim } from '../lists/claim.ts';
import type { Group } from '../lists/listing.ts';
import { type Clause, plain, sent, stateClause } from '../sentences/clause.ts';
import { classify, type State, type WordOverrides } from '../severity/classify.ts';
import { isGood, isSeverity, type Severity, severityName, severityRank, worst } from '../severity/severity.ts';
import { formatExact } from '../text/format.ts';
import { speakers } from '../verdict/inventory-part.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Contradiction } from './contradictions.ts';

export interface Counted {
  readonly resource: 'node' | 'region';
  readonly counts: ReadonlyMap<Severity, number>;
  readonly claim: Claim;
}

/** Describes the rows that are not good, by severity: ": 2 degraded, 1 unknown". */
function breakdown(counts: ReadonlyMap<Severity, number>, claim: Claim): readonly Clause[] {
  return [...counts].flatMap(([severity, count], index) => [
    plain(index === 0 ? ': ' : ', '),
    { text: formatExact(count), claim },
    plain(` ${severityName[severity]}`),
  ]);
}

function total(counts: ReadonlyMap<Severity, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function without(counts: ReadonlyMap<Severity, number>, isLeftOut: (severity: Severity) => boolean) {
  return new Map([...counts].filter(([severity]) => !isLeftOut(severity)));
}

interface Claimant {
  /** Name of the component; `null` for the status document itself. */
  readonly name: string | null;
  readonly state: State;
}

/**
 * Returns the components that stand for a resource, otherwise the status document. Components with the same
 * name and state count once.
 */
function claimantsFor(resource: Counted['resource'], { components, claim }: Verdict): readonly Claimant[] {
  const claimants = new Map(
    components
      .filter(({ name }) => speakers[resource].includes(name))
      .map(({ name, state }) => [`${name} ${state.label}`, { name, state }]),
  );
  if (claimants.size > 0) return [...claimants.values()];
  return claim ? [{ name: null, state: claim }] : [];
}

/**
 * Compares the status document with the listed nodes or regions: "Edge Nodes operational; 3 of 214 nodes are
 * not". The opposite case (bad status, good rows) needs a component that stands for the rows, and a complete
 * list.
 */
export function statusAgainstList(verdict: Verdict, list: Counted): readonly Contradiction[] {
  const { resource, counts, claim } = list;
  const bad = without(counts, isGood);
  const [all, badCount] = [total(counts), total(bad)];
  const noun = all === 1 ? resource : `${resource}s`;
  return claimantsFor(resource, verdict).flatMap(({ name, state }): readonly Contradiction[] => {
    const common = {
      kind: `status-${resource}s` as const,
      id: `${name ?? ''} ${state.label}`,
      subject: name === null ? ('status' as const) : ('component' as const),
      name,
    };
    const who = [
      ...(name === null ? [plain('The status document says ')] : [sent(name), plain(' ')]),
      stateClause(state),
    ];
    if (isGood(state.severity) && badCount > 0)
      return [
        {
          ...common,
          severity: worst(bad.keys()),
          sentence: [
            ...who,
            plain('; '),
            { text: formatExact(badCount), claim },
            plain(' of '),
            { text: formatExact(all), claim },
            plain(` ${noun} ${badCount === 1 ? 'is' : 'are'} not`),
            ...breakdown(bad, claim),
            plain('.'),
          ],
          rows: { page: `${resource}s`, severity: [...bad.keys()] },
        },
      ];
    const isBad = severityRank[state.severity] >= severityRank.degraded;
    if (name === null || !isBad || badCount > 0 || all === 0 || claim.kind === 'at-least') return [];
    const isOperational = counts.get('ok') === all;
    return [
      {
        ...common,
        severity: state.severity,
        sentence: [
          ...who,
          plain(isOperational ? '; all ' : '; none of '),
          { text: formatExact(all), claim },
          plain(` ${noun} ${isOperational ? 'are operational' : 'reports a problem'}.`),
        ],
        rows: { page: `${resource}s`, severity: [...counts.keys()] },
      },
    ];
  });
}

/**
 * Finds regions with a good status word and no good node: "fra1 operational; none of its 4 nodes is: 4 major
 * outage". A region without listed nodes is no contradiction.
 * @param regions - regions grouped by `code` and `status`
 * @param nodes - nodes grouped by `pop` and `severity`
 * @param claim - completeness claim of the node list
 */
export function regionsAgainstNodes(
  regions: readonly Group[],
  nodes: readonly Group[],
  claim: Claim,
  words: WordOverrides,
): readonly Contradiction[] {
  const byCode = new Map<string, Map<Severity, number>>();
  for (const { key, count } of nodes) {
    const [code = null, severity] = key;
    if (code === null || !isSeverity(severity)) continue;
    const counts = byCode.get(code) ?? new Map<Severity, number>();
    byCode.set(code, counts.set(severity, (counts.get(severity) ?? 0) + count));
  }
  return regions.flatMap(({ key: [code = null, word = null] }): readonly Contradiction[] => {
    const counts = code === null ? undefined : byCode.get(code);
    const state = classify(word, words);
    if (code === null || !counts || !isGood(state.severity) || [...counts.keys()].some(isGood)) return [];
    const all = total(counts);
    return [
      {
        kind: 'region-nodes',
        id: `${code} ${word}`,
        subject: 'region',
        name: code,
        severity: worst(counts.keys()),
        sentence: [
          sent(code),
          plain(' '),
          stateClause(state),
          plain(all === 1 ? '; its only node' : '; none of its '),
          ...(all === 1 ? [] : [{ text: formatExact(all), claim }]),
          plain(
            `${all === 1 ? '' : ' nodes'}${claim.kind === 'at-least' ? ' listed' : ''} is${all === 1 ? ' not' : ''}`,
          ),
          ...breakdown(counts, claim),
          plain('.'),
        ],
        rows: { page: 'region', id: code },
      },
    ];
  });
}
