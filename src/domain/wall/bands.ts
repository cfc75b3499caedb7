/** What a wall says while something is wrong: which bands there are, the most telling first. */

import { compareStates, type State } from '../severity/classify.ts';
import { isGood, type Severity, severityName, severityRank } from '../severity/severity.ts';
import type { InventoryPart } from '../verdict/inventory-part.ts';
import type { ComponentState } from '../verdict/verdict.ts';

export type Band =
  /** What a list of regions or nodes shows, where that is worse than the document and all its parts. */
  | { readonly kind: 'inventory'; readonly state: State; readonly part: InventoryPart }
  /** The good word of a document that others contradict. */
  | { readonly kind: 'claim'; readonly state: State }
  /** The document's own word, where no part of it is as bad. */
  | { readonly kind: 'document'; readonly state: State }
  | { readonly kind: 'component'; readonly state: State; readonly component: ComponentState }
  /** All components that are no longer listed. */
  | { readonly kind: 'gone'; readonly state: State; readonly components: readonly ComponentState[] };

/** Lines of a band: name, word below and time; one line; a name with further names below; a claim and who shares it. */
export type BandForm = 'full' | 'slim' | 'list' | 'claim';

/** Height is severity: what is broken takes a whole band, what is announced or not understood half of one. */
export function formOf({ kind, state }: Band): BandForm {
  if (kind === 'gone') return 'list';
  if (kind === 'claim') return 'claim';
  return severityRank[state.severity] > severityRank.unknown ? 'full' : 'slim';
}

/** Whether the first of the bands stands in the largest letters: nothing else may take them from a major outage. */
export function leads(bands: readonly Band[]): boolean {
  const [first] = bands;
  if (first === undefined) return false;
  const isVerdict = first.kind === 'document' || first.kind === 'inventory';
  return isVerdict || bands.length === 1 || first.state.severity === 'critical';
}

const orderOfForms: Readonly<Record<BandForm, number>> = { claim: 0, full: 1, list: 2, slim: 3 };

/**
 * @param problems - components that are not good, worst first.
 * @param claim - what the document says of itself; `null` where it is not to be told of.
 * @param leading - the list that leads the verdict instead of the document.
 */
export function bandsOf(
  problems: readonly ComponentState[],
  claim: State | null,
  leading: InventoryPart | null = null,
): readonly Band[] {
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
  if (leading) {
    const against: readonly Band[] = claim && isGood(claim.severity) ? [{ kind: 'claim', state: claim }] : [];
    return [{ kind: 'inventory', state: stateOfClass(leading.severity), part: leading }, ...against, ...parts];
  }
  const isWorse = claim !== null && parts.every(({ state }) => rankOf(state) < rankOf(claim));
  return isWorse && rankOf(claim) >= severityRank.notice
    ? [{ kind: 'document', state: claim }, ...parts]
    : parts;
}

/** Many words in one class: it is told by the name of that. */
function stateOfClass(severity: Severity): State {
  const label = severityName[severity];
  return { severity, word: null, label, documented: false, overridden: false, likelyProblem: false };
}

function rankOf({ severity }: State): number {
  return severityRank[severity];
}

/** How many there are of each severity, worst first. */
export function countsOf(bands: readonly Band[]): ReadonlyMap<Severity, number> {
  const counts = new Map<Severity, number>();
  for (const band of bands.toSorted((a, b) => compareStates(a.state, b.state))) {
    const { severity } = band.state;
    if (band.kind === 'claim') continue;
    const count = band.kind === 'gone' ? band.components.length : 1;
    counts.set(severity, (counts.get(severity) ?? 0) + count);
  }
  return counts;
}
