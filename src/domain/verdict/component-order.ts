/** The order in which the status page shows components: what is not operational stands above at any count. */

import { compareStates } from '../severity/classify.ts';
import { isGood, severityRank } from '../severity/severity.ts';
import { type ComponentState, markOf } from './verdict.ts';

export interface OrderedComponents {
  /** Not operational, worst first, or with evidence against them; those of one class in the service's own order. */
  readonly pinned: readonly PinnedComponent[];
  /** All others, in the service's own order. */
  readonly others: readonly ComponentState[];
}

export interface PinnedComponent {
  readonly component: ComponentState;
  /** Place in the service's own order, from 1, where others have the same name. */
  readonly place: number | null;
}

function isPinned(component: ComponentState): boolean {
  return component.evidence !== undefined || !isGood(markOf(component));
}

function byConcern(a: ComponentState, b: ComponentState): number {
  return severityRank[markOf(b)] - severityRank[markOf(a)] || compareStates(a.state, b.state);
}

export function orderedComponents(components: readonly ComponentState[]): OrderedComponents {
  const named = new Map<string, number>();
  for (const { name } of components) named.set(name, (named.get(name) ?? 0) + 1);
  const places = new Map(components.map((component, index) => [component, index + 1]));
  const pinned = components.filter(isPinned).toSorted(byConcern);
  return {
    pinned: pinned.map((component) => {
      const isPlaced = (named.get(component.name) ?? 0) > 1 && component.state.severity !== 'vanished';
      return { component, place: isPlaced ? (places.get(component) ?? null) : null };
    }),
    others: components.filter((component) => !isPinned(component)),
  };
}
