import type { Integer } from '#contract/resources.ts';
import type { Freshness } from '../answer/freshness.ts';
import { type Group, noSum, type Sum } from '../lists/listing.ts';
import { addIntegers } from '../numbers/arithmetic.ts';
import { classify, compareStates, type State, type WordOverrides } from '../severity/classify.ts';
import { isGood, isSeverity, type Severity, worst } from '../severity/severity.ts';
import { sumOf } from './ranking.ts';

export interface NodeState {
  readonly state: State;
  readonly nodes: number;
}

/**
 * Returns the states of nodes, with counts: operational, assumed good, then the others worst first.
 * @param groups - nodes grouped by `status`
 */
export function nodeStates(groups: readonly Group[], words: WordOverrides): readonly NodeState[] {
  const states = groups.map((group) => ({ state: classify(group.key[0] ?? null, words), nodes: group.count }));
  const place = ({ severity }: State) => (severity === 'ok' ? 0 : isGood(severity) ? 1 : 2);
  return states.toSorted(
    (a, b) => place(a.state) - place(b.state) || compareStates(a.state, b.state) || b.nodes - a.nodes,
  );
}

export interface StatesInBrief {
  /** States to show: first those that are not good, worst first; then operational, then assumed good. */
  readonly shown: readonly NodeState[];
  /** Totals of the states that have no room on screen; `null` if all states are shown. */
  readonly rest: { readonly words: number; readonly nodes: number; readonly severity: Severity } | null;
}

/** Cuts {@link nodeStates} to `most` entries. Good states are left out first. */
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
  readonly advertised: Sum;
  /** Capacity of nodes whose good state a fresh response confirms; 0 if the response is not fresh. */
  readonly confirmed: Integer;
  /** Capacity within `confirmed` of nodes that are only assumed good. */
  readonly assumed: Integer;
}

/**
 * Adds up node capacities.
 * @param groups - nodes grouped by `severity`, with the sum of `advertised`
 */
export function capacitiesOf(groups: readonly Group[], freshness: Freshness): Capacities {
  let confirmed: Integer = 0;
  let assumed: Integer = 0;
  for (const group of groups) {
    const sum = group.sums['advertised'] ?? noSum;
    const severity = group.key[0];
    if (freshness !== 'fresh' || !isSeverity(severity) || !isGood(severity)) continue;
    confirmed = addIntegers(confirmed, sum.total);
    if (severity === 'assumed') assumed = addIntegers(assumed, sum.total);
  }
  return { advertised: sumOf(groups, 'advertised'), confirmed, assumed };
}
