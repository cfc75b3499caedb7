/**
 * Decides the severity of a region, the same on all pages: that of its own status word. If that is good but
 * all listed nodes of the region are bad, the severity by its nodes (docs/understand/verdict.md).
 */

import { plural } from '../text/format.ts';
import { classify, type State, stateOf, type WordOverrides } from './classify.ts';
import { isGood, type Severity } from './severity.ts';

export interface RegionByNodes {
  /** Severity by the region's nodes; `unvouched` while the node list is out of date. */
  readonly severity: Severity;
  /** Number of listed nodes of the region. All of them are bad. */
  readonly nodes: number;
}

/** Severities by nodes, by region code. Contains only regions whose nodes contradict a good status word. */
export type RegionsByNodes = ReadonlyMap<string, RegionByNodes>;

export const noRegionsByNodes: RegionsByNodes = new Map();

/**
 * Replaces a good state by the severity of the region's nodes. A bad word keeps its severity, even in a
 * second row with the same code.
 */
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

/** Returns the state of a region record. A status that is not text is shown as sent. */
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
