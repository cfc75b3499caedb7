/** What a wall says while something is wrong: which bands there are, the most telling first. */

import { compareStates, type Severity, type State, severityRank } from '../severity.ts';
import type { ComponentState } from '../verdict.ts';

export type Band =
  /** The document's own word, where no part of it is as bad. */
  | { readonly kind: 'document'; readonly state: State }
  | { readonly kind: 'component'; readonly state: State; readonly component: ComponentState }
  /** All components that are no longer listed. */
  | { readonly kind: 'gone'; readonly state: State; readonly components: readonly ComponentState[] };

/** Lines of a band: name, word below and time; one line; a name with further names below. */
export type BandForm = 'full' | 'slim' | 'list';

/** Height is severity: what is broken takes a whole band, what is announced or not understood half of one. */
export function formOf({ kind, state }: Band): BandForm {
  if (kind === 'gone') return 'list';
  return severityRank[state.severity] > severityRank.unknown ? 'full' : 'slim';
}

/** Whether the first of the bands stands in the largest letters: nothing else may take them from a major outage. */
export function leads(bands: readonly Band[]): boolean {
  const [first] = bands;
  return first !== undefined && (first.kind === 'document' || bands.length === 1 || isMajor(first));
}

function isMajor({ state }: Band): boolean {
  return state.severity === 'critical';
}

const orderOfForms: Readonly<Record<BandForm, number>> = { full: 0, list: 1, slim: 2 };

/**
 * @param problems - components that are not good, worst first.
 * @param claim - what the document says of itself; `null` where it is not to be told of.
 */
export function bandsOf(problems: readonly ComponentState[], claim: State | null): readonly Band[] {
  const gone = problems.filter(({ state }) => state.severity === 'vanished');
  const [first] = gone;
  const folded: readonly Band[] =
    first && gone.length > 1 ? [{ kind: 'gone', state: first.state, components: gone }] : [];
  const parts = [
    ...problems
      .filter((component) => folded.length === 0 || component.state.severity !== 'vanished')
      .map((component): Band => ({ kind: 'component', state: component.state, component })),
    ...folded,
  ].toSorted((a, b) => orderOfForms[formOf(a)] - orderOfForms[formOf(b)] || compareStates(a.state, b.state));
  const isWorse = claim !== null && parts.every(({ state }) => rankOf(state) < rankOf(claim));
  return isWorse && rankOf(claim) >= severityRank.notice
    ? [{ kind: 'document', state: claim }, ...parts]
    : parts;
}

function rankOf({ severity }: State): number {
  return severityRank[severity];
}

/** How many there are of each severity, worst first. */
export function countsOf(bands: readonly Band[]): ReadonlyMap<Severity, number> {
  const counts = new Map<Severity, number>();
  for (const band of bands.toSorted((a, b) => compareStates(a.state, b.state))) {
    const { severity } = band.state;
    const count = band.kind === 'gone' ? band.components.length : 1;
    counts.set(severity, (counts.get(severity) ?? 0) + count);
  }
  return counts;
}
