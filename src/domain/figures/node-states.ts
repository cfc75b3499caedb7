/** Nodes by state, and the capacity that is vouched for. */

import type { Integer } from '#contract/resources.ts';
import type { Freshness } from '../answer/freshness.ts';
import { type Group, noSum, type Sum } from '../lists/listing.ts';
import { classify, compareStates, type State, type WordOverrides } from '../severity/classify.ts';
import { isGood, isSeverity } from '../severity/severity.ts';
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
