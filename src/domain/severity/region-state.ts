/**
 * The one severity of a region, for every place that shows it: its own word, or, if that is good and all its listed nodes
 * are bad, the class that these make of it (docs/understand/verdict.md).
 */

import { plural } from '../text/format.ts';
import { classify, type State, stateOf, type WordOverrides } from './classify.ts';
import { isGood, type Severity } from './severity.ts';

/** What the nodes of a region make of its good word. */
export interface RegionByNodes {
  /** `unvouched` while the list of nodes is out of date. */
  readonly severity: Severity;
  /** Listed nodes of the region, all of which are bad. */
  readonly nodes: number;
}

/** By region code, without regions whose nodes say nothing against their word. */
export type RegionsByNodes = ReadonlyMap<string, RegionByNodes>;

export const noRegionsByNodes: RegionsByNodes = new Map();

/** A region that repeats under one code with a bad word of its own keeps that word's class. */
function stateWith(state: State, code: string | null, byNodes: RegionsByNodes): State {
  const against = code === null || !isGood(state.severity) ? undefined : byNodes.get(code);
  if (!against) return state;
  return { ...state, severity: against.severity, against: { reason: reasonOf(against), own: state.severity } };
}

function reasonOf({ nodes, severity }: RegionByNodes): string {
  const read = severity === 'unvouched' ? ' when last read' : '';
  return `but ${nodes === 1 ? 'not its only node' : `none of its ${plural(nodes, 'node')}`}${read}`;
}

interface RegionWord {
  readonly code: string | null;
  /** As sent. */
  readonly status: string | null;
}

/** The state of a region record as sent: a status that is no text is shown as it was sent. */
export function regionState(region: RegionWord, words: WordOverrides, byNodes: RegionsByNodes): State {
  return stateWith(stateOf(region, words), region.code, byNodes);
}

/** The severity of a region. */
export function regionSeverity(
  { code, status }: RegionWord,
  words: WordOverrides,
  byNodes: RegionsByNodes,
): Severity {
  return stateWith(classify(status, words), code, byNodes).severity;
}
