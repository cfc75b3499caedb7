/**
 * Adds vanished components to a verdict. Each is a problem of rank 3 until it is acknowledged
 * (docs/understand/absence.md).
 */

import type { Missing } from '../roster/roster.ts';
import { plain } from '../sentences/clause.ts';
import { compareStates, type State } from '../severity/classify.ts';
import { countBySeverity, severityRank } from '../severity/severity.ts';
import { formatTime, plural } from '../text/format.ts';
import type { ComponentState, Verdict } from './verdict.ts';

/** Returns the state of a vanished component: "No longer listed, last seen 02:14". */
export function vanishedState({ lastSeen }: Pick<Missing, 'lastSeen'>): State {
  return {
    severity: 'vanished',
    word: null,
    label: `No longer listed, last seen ${formatTime(lastSeen)}`,
    documented: false,
    overridden: false,
    likelyProblem: false,
  };
}

/**
 * Makes component states of vanished components. Call it once for each change of the roster: all verdicts
 * share the array, which may have thousands of entries.
 */
export function vanishedComponents(missing: readonly Missing[]): readonly ComponentState[] {
  return missing.map((each) => ({ id: each.id, name: each.name, state: vanishedState(each) }));
}

export function withVanished(verdict: Verdict, vanished: readonly ComponentState[]): Verdict {
  // Without a status document, no component can be missing from it.
  if (vanished.length === 0 || verdict.claim === null) return verdict;
  const components = [...verdict.components, ...vanished];
  const leads = severityRank[verdict.severity] < severityRank.vanished;
  return {
    ...verdict,
    components,
    exceptions: [...verdict.exceptions, ...vanished].toSorted((a, b) => compareStates(a.state, b.state)),
    counts: countBySeverity(components.map(({ state }) => state)),
    ...(leads && {
      severity: 'vanished',
      headline: plain(`${plural(vanished.length, 'component')} no longer listed`),
    }),
  };
}
