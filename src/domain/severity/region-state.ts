/**
 * The severity of a region, the same everywhere: the class of its own word or, if that is good and all its listed nodes
 * are bad, the class by its nodes (docs/understand/verdict.md).
 */

import { plural } from '../text/format.ts';
import { classify, type State, stateOf, type WordOverrides } from './classify.ts';
import { isGood, type Severity } from './severity.ts';

export interface RegionByNodes {
  /** `unvouched` while the node list is out of date. */
  readonly severity: Severity;
  /** Number of listed nodes of the region. All are bad. */
  readonly nodes: number;
}

/** By region code. Contains only regions whose nodes contradict a good word. */
export type RegionsByNodes = ReadonlyMap<string, RegionByNodes>;

export const noRegionsByNodes: RegionsByNodes = new Map();

/** If the same code has a further row with a bad word, that row keeps the class of its word. */
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
  readonly status: string | null;
}

/** The state of a region record. A status that is not text is shown as sent. */
export function regionState(region: RegionWord, words: WordOverrides, byNodes: RegionsByNodes): State {
  return stateWith(stateOf(region, words), region.code, byNodes);
}

export function regionSeverity(
  { code, status }: RegionWord,
  words: WordOverrides,
  byNodes: RegionsByNodes,
): Severity {
  return stateWith(classify(status, words), code, byNodes).severity;
}
