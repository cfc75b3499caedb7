import { compareStates } from '../severity/classify.ts';
import { isGood, severityRank } from '../severity/severity.ts';
import { type ComponentState, markOf } from './verdict.ts';

export interface OrderedComponents {
  /**
   * Components that are not good or are contradicted, worst first. Components of equal severity keep the
   * service's order.
   */
  readonly pinned: readonly PinnedComponent[];
  readonly others: readonly ComponentState[];
}

export interface PinnedComponent {
  readonly component: ComponentState;
  /** Position in the service's order, from 1, if several components have this name; `null` otherwise. */
  readonly place: number | null;
}

function isPinned(component: ComponentState): boolean {
  return component.evidence !== undefined || !isGood(markOf(component));
}

function byConcern(a: ComponentState, b: ComponentState): number {
  return severityRank[markOf(b)] - severityRank[markOf(a)] || compareStates(a.state, b.state);
}

export function orderedComponents(components: readonly ComponentState[]): OrderedComponents {
  const timesNamed = new Map<string, number>();
  for (const { name } of components) timesNamed.set(name, (timesNamed.get(name) ?? 0) + 1);
  const places = new Map(components.map((component, index) => [component, index + 1]));
  const pinned = components.filter(isPinned).toSorted(byConcern);
  return {
    pinned: pinned.map((component) => {
      const isPlaced = (timesNamed.get(component.name) ?? 0) > 1 && component.state.severity !== 'vanished';
      return { component, place: isPlaced ? (places.get(component) ?? null) : null };
    }),
    others: components.filter((component) => !isPinned(component)),
  };
}
