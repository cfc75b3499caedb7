/** Nodes by advertised capacity, each class as sent. */

import { parseCapacity } from '#contract/forms.ts';
import type { Group } from '#domain/lists/listing.ts';

/** One spelling of a capacity and how many nodes advertise it. */
export interface CapacityClass {
  /** As sent; `null` where a node has none. */
  readonly sent: string | null;
  readonly nodes: number;
}

export interface CapacityClasses {
  /** Largest capacity first. */
  readonly readable: readonly CapacityClass[];
  /** Of another form than an integer and the letter G (part 2, Node); most nodes first. */
  readonly unreadable: readonly CapacityClass[];
}

/** Classes from nodes grouped by `capacity`. */
export function capacityClasses(groups: readonly Group[]): CapacityClasses {
  const classes = groups.map((group) => {
    const sent = group.key[0] ?? null;
    return { sent, nodes: group.count, value: sent === null ? null : parseCapacity(sent) };
  });
  const readable = classes
    .flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]))
    .toSorted((a, b) => (a.value === b.value ? 0 : a.value < b.value ? 1 : -1));
  const unreadable = classes.filter(({ value }) => value === null).toSorted((a, b) => b.nodes - a.nodes);
  const withoutValue = ({ sent, nodes }: CapacityClass) => ({ sent, nodes });
  return { readable: readable.map(withoutValue), unreadable: unreadable.map(withoutValue) };
}
