/** Nodes by state, and the capacity that is vouched for. */

import type { Integer } from '#contract/resources.ts';
import type { Freshness } from '../answer/freshness.ts';
import { type Group, noSum, type Sum } from '../lists/listing.ts';
import { classify, compareStates, type State, type WordOverrides } from '../severity/classify.ts';
import { isGood, isSeverity, type Severity, worst } from '../severity/severity.ts';
import { addIntegers } from './arithmetic.ts';
import { sumOf } from './ranking.ts';

/** A status word as sent, what it means, and how many nodes have it. */
export interface NodeState {
  readonly state: State;
  readonly nodes: number;
}

/** States from nodes grouped by `status`: operational, what we take for good, then the exceptions, worst first. */
export function nodeStates(groups: readonly Group[], words: WordOverrides): readonly NodeState[] {
  const states = groups.map((group) => ({ state: classify(group.key[0] ?? null, words), nodes: group.count }));
  const place = ({ severity }: State) => (severity === 'ok' ? 0 : isGood(severity) ? 1 : 2);
  return states.toSorted(
    (a, b) => place(a.state) - place(b.state) || compareStates(a.state, b.state) || b.nodes - a.nodes,
  );
}

export interface StatesInBrief {
  /** What is not good first, the worst leading; then operational, then what we take for good. */
  readonly shown: readonly NodeState[];
  /** What those without room come to together; `null` where all have room. */
  readonly rest: { readonly words: number; readonly nodes: number; readonly severity: Severity } | null;
}

/** As many of {@link nodeStates} as there is room for: where not all have it, good ones are cut first. */
export function statesInBrief(groups: readonly Group[], words: WordOverrides, most: number): StatesInBrief {
  const states = nodeStates(groups, words);
  const isBad = ({ state }: NodeState) => !isGood(state.severity);
  const ordered = [...states.filter(isBad), ...states.filter((each) => !isBad(each))];
  const shown = ordered.slice(0, ordered.length > most ? most - 1 : most);
  const rest = ordered.slice(shown.length);
  if (rest.length === 0) return { shown, rest: null };
  return {
    shown,
    rest: {
      words: rest.length,
      nodes: rest.reduce((sum, { nodes }) => sum + nodes, 0),
      severity: worst(rest.map(({ state }) => state.severity)),
    },
  };
}

export interface Capacities {
  /** Of all nodes listed. */
  readonly advertised: Sum;
  /** Of nodes that are good by an answer within its lifetime: none once the answer is older. */
  readonly vouched: Integer;
  /** What of the vouched is good by our assumption only. */
  readonly assumed: Integer;
}

/** Capacities from nodes grouped by `severity`, with the sum of `advertised`. */
export function capacitiesOf(groups: readonly Group[], freshness: Freshness): Capacities {
  let vouched: Integer = 0;
  let assumed: Integer = 0;
  for (const group of groups) {
    const sum = group.sums['advertised'] ?? noSum;
    const severity = group.key[0];
    if (freshness !== 'fresh' || !isSeverity(severity) || !isGood(severity)) continue;
    vouched = addIntegers(vouched, sum.total);
    if (severity === 'assumed') assumed = addIntegers(assumed, sum.total);
  }
  return { advertised: sumOf(groups, 'advertised'), vouched, assumed };
}
