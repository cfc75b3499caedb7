import { compareStates, type State } from '../severity/classify.ts';
import { isGood, type Severity, severityName, severityRank } from '../severity/severity.ts';
import type { InventoryPart } from '../verdict/inventory-part.ts';
import type { ComponentState } from '../verdict/verdict.ts';

export type Band =
  /** A list of regions or nodes that is worse than the status document and its components. */
  | { readonly kind: 'inventory'; readonly state: State; readonly part: InventoryPart }
  /** The good status of the status document, which other data contradict. */
  | { readonly kind: 'claim'; readonly state: State }
  /** The status document's own status, worse than all its components. */
  | { readonly kind: 'document'; readonly state: State }
  | { readonly kind: 'component'; readonly state: State; readonly component: ComponentState }
  | { readonly kind: 'gone'; readonly state: State; readonly components: readonly ComponentState[] };

/**
 * Forms of a band. `full`: name, status word and time; `slim`: one line; `list`: a name with more names
 * below; `claim`: the contradicted status.
 */
export type BandForm = 'full' | 'slim' | 'list' | 'claim';

/**
 * Returns the form of a band. Height shows severity: problems take a full band, notices and unknown words
 * half of one.
 */
export function formOf({ kind, state }: Band): BandForm {
  if (kind === 'gone') return 'list';
  if (kind === 'claim') return 'claim';
  return severityRank[state.severity] > severityRank.unknown ? 'full' : 'slim';
}

/** Whether the first band has the largest letters. A major outage in the first band always has them. */
export function leads(bands: readonly Band[]): boolean {
  const [first] = bands;
  if (first === undefined) return false;
  const isVerdict = first.kind === 'document' || first.kind === 'inventory';
  return isVerdict || bands.length === 1 || first.state.severity === 'critical';
}

const orderOfForms: Readonly<Record<BandForm, number>> = { claim: 0, full: 1, list: 2, slim: 3 };

/**
 * Returns the bands of a deployment.
 * @param problems - components that are not good, worst first
 * @param claim - own status of the status document; `null` if it is not shown
 * @param leading - list that leads the verdict; `null` if the document leads
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

/**
 * Returns a state for a severity. A list has several status words, so the name of the severity stands for
 * them.
 */
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
