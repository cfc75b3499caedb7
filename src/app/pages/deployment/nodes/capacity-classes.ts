import { parseCapacity } from '#contract/forms.ts';
import type { Group } from '#domain/lists/listing.ts';

export interface CapacityClass {
  readonly sent: string | null;
  readonly nodes: number;
}

export interface CapacityClasses {
  /** Readable capacities, largest first. */
  readonly readable: readonly CapacityClass[];
  /** Capacities that are not an integer followed by the letter G (API document, part 2), most nodes first. */
  readonly unreadable: readonly CapacityClass[];
}

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
