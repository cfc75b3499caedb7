import { compareStates, type State } from '../severity/classify.ts';
import { isGood, type Severity, severityName, severityRank } from '../severity/severity.ts';
import type { InventoryPart } from '../verdict/inventory-part.ts';
import type { ComponentState } from '../verdict/verdict.ts';

export type Band =
  /** A list of regions or nodes that is worse than the status document and its components. */
  | { readonly kind: 'inventory'; readonly state: State; readonly part: InventoryPart }
  /** The good status of the status document, contradicted by others. */
  | { readonly kind: 'claim'; readonly state: State }
  /** The own status of the status document, worse than all its components. */
  | { readonly kind: 'document'; readonly state: State }
  | { readonly kind: 'component'; readonly state: State; readonly component: ComponentState }
  | { readonly kind: 'gone'; readonly state: State; readonly components: readonly ComponentState[] };

/** `full`: name, word and time; `slim`: one line; `list`: a name with more names below; `claim`: the contradicted status. */
export type BandForm = 'full' | 'slim' | 'list' | 'claim';

/** Height shows severity: problems take a full band, notices and unknown words half of one. */
export function formOf({ kind, state }: Band): BandForm {
  if (kind === 'gone') return 'list';
  if (kind === 'claim') return 'claim';
  return severityRank[state.severity] > severityRank.unknown ? 'full' : 'slim';
}

/** Whether the first band has the largest letters. Nothing may take them from a major outage. */
export function leads(bands: readonly Band[]): boolean {
  const [first] = bands;
  if (first === undefined) return false;
  const isVerdict = first.kind === 'document' || first.kind === 'inventory';
  return isVerdict || bands.length === 1 || first.state.severity === 'critical';
}

const orderOfForms: Readonly<Record<BandForm, number>> = { claim: 0, full: 1, list: 2, slim: 3 };

/**
 * @param problems - components that are not good, worst first.
 * @param claim - own status of the status document; `null` if it is not shown.
 * @param leading - the list that leads the verdict, if any.
 */
export function bandsOf(
  problems: readonly ComponentState[],
  claim: State | null,
  leading: InventoryPart | null = null,
): readonly Band[] {
  const gone = problems.filter(({ state }) => state.severity === 'vanished');
  const [first] = gone;
  const merged: readonly Band[] =
    first && gone.length > 1 ? [{ kind: 'gone', state: first.state, components: gone }] : [];
  const parts = [
    ...problems
      .filter((component) => merged.length === 0 || component.state.severity !== 'vanished')
      .map((component): Band => ({ kind: 'component', state: component.state, component })),
    ...merged,
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

/** A class with several words has the name of the class. */
function stateOfClass(severity: Severity): State {
  const label = severityName[severity];
  return { severity, word: null, label, documented: false, overridden: false, likelyProblem: false };
}

function rankOf({ severity }: State): number {
  return severityRank[severity];
}

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
