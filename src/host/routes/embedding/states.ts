/** Evaluates the verdicts of deployments for badges and summaries at the time of a response. */

import { confirmedSeverity } from '#domain/severity/confirmed-severity.ts';
import { isProblem, type Severity, worst } from '#domain/severity/severity.ts';
import type { CurrentState } from '#host/observe/messages.ts';

/** Returns the state of a deployment that the host does not observe, or whose observer does not respond. */
function unknownState(slug: string): CurrentState {
  return {
    slug,
    severity: 'unvouched',
    headline: 'Not known',
    confirmedAt: null,
    validUntil: 0,
    components: [],
  };
}

/** Returns the severity after its responses have expired. A notice is no problem either, so it does not stay. */
function expired(severity: Severity): Severity {
  return severity === 'notice' ? 'unvouched' : confirmedSeverity(severity, 'late');
}

/** Returns the state at `now`: without good severities if its responses no longer confirm them. */
function atTime(state: CurrentState, now: number): CurrentState {
  if (state.validUntil > now) return state;
  return {
    ...state,
    severity: expired(state.severity),
    validUntil: 0,
    components: state.components.map((each) => ({ ...each, severity: expired(each.severity) })),
  };
}

/** Returns the state of each deployment at `now` (epoch milliseconds), in the order of `slugs`. */
export function statesAt(
  slugs: readonly string[],
  states: readonly CurrentState[],
  now: number,
): readonly CurrentState[] {
  const bySlug = new Map(states.map((state) => [state.slug, state]));
  return slugs.map((slug) => atTime(bySlug.get(slug) ?? unknownState(slug), now));
}

/** Returns the worst state of all: of a problem the longest confirmed one, else the first that is to expire. */
export function worstState(states: readonly CurrentState[]): CurrentState {
  if (states.length === 0) return unknownState('');
  const severity = worst(states.map((each) => each.severity));
  const leading = states.filter((each) => each.severity === severity);
  const byEnd = leading.toSorted((a, b) => a.validUntil - b.validUntil);
  const [first = unknownState('')] = isProblem(severity) ? byEnd.toReversed() : byEnd;
  if (isProblem(severity)) return first;
  // Without a problem, the state of all holds only as long as each is confirmed, and is as old as the oldest.
  const times = states.flatMap(({ confirmedAt }) => confirmedAt ?? []);
  return {
    ...first,
    confirmedAt: times.length === states.length ? Math.min(...times) : null,
    validUntil: Math.min(...states.map(({ validUntil }) => validUntil)),
  };
}
