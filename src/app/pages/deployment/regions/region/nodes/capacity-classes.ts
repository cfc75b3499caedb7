import type { Node } from '#contract/resources.ts';
import { capacityOf } from '#domain/lists/fields.ts';
import { compareIntegers } from '#domain/numbers/arithmetic.ts';

export interface CapacityClass {
  /** Capacity as sent; `null` if absent. */
  readonly capacity: string | null;
  /** Nodes with this capacity, in the service's order. */
  readonly nodes: readonly Node[];
}

/** Groups nodes with the same capacity text: the largest capacity first, unreadable ones last. */
export function capacityClasses(nodes: readonly Node[]): readonly CapacityClass[] {
  const classes = new Map<string | null, Node[]>();
  for (const node of nodes) {
    const classNodes = classes.get(node.capacity);
    if (classNodes) classNodes.push(node);
    else classes.set(node.capacity, [node]);
  }
  return [...classes]
    .map(([capacity, classNodes]) => ({ capacity, nodes: classNodes }))
    .toSorted((a, b) => compareIntegers(capacityOf(b) ?? -1, capacityOf(a) ?? -1));
}
