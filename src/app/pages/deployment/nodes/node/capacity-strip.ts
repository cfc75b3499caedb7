/** Nodes of a region as dots along their advertised capacity. */

import { parseCapacity } from '#contract/forms.ts';
import type { Group } from '#domain/lists/listing.ts';

export interface Stack {
  /** As sent. */
  readonly sent: string;
  /** A double: only for its place. */
  readonly value: number;
  readonly nodes: number;
}

export interface Strip {
  /** Smallest capacity first. */
  readonly stacks: readonly Stack[];
  /** Nodes whose capacity has no place on the axis. */
  readonly unreadable: number;
  readonly most: number;
}

/** Stacks from the nodes of a region grouped by `capacity`. */
export function stripOf(groups: readonly Group[]): Strip {
  const stacks = groups.flatMap((group): readonly Stack[] => {
    const sent = group.key[0] ?? null;
    const value = sent === null ? null : parseCapacity(sent);
    return sent === null || value === null ? [] : [{ sent, value: Number(value), nodes: group.count }];
  });
  const readable = stacks.reduce((sum, stack) => sum + stack.nodes, 0);
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  return {
    stacks: stacks.toSorted((a, b) => a.value - b.value),
    unreadable: all - readable,
    most: Math.max(0, ...stacks.map((stack) => stack.value)),
  };
}

/** How a capacity stands among those of its region. */
export interface Standing {
  readonly more: number;
  readonly same: number;
  readonly less: number;
}

/** Counts the other nodes by whether they advertise more, the same or less than `sent`; `null` where it is unreadable. */
export function standingOf(strip: Strip, sent: string | null): Standing | null {
  const own = sent === null ? null : parseCapacity(sent);
  if (own === null) return null;
  const standing = { more: 0, same: -1, less: 0 };
  for (const { sent: text, nodes } of strip.stacks) {
    const value = parseCapacity(text) ?? 0n;
    if (value > own) standing.more += nodes;
    else if (value < own) standing.less += nodes;
    else standing.same += nodes;
  }
  return { ...standing, same: Math.max(0, standing.same) };
}

/** Whose capacities are compared: those of a region, or of all. */
export function peersOf(region: string | null): string {
  return region === null ? 'All nodes' : `Nodes of ${region.slice(0, 40)}`;
}

export interface PlacedLabel {
  readonly sent: string;
  /** As sent, cut where it is long. */
  readonly text: string;
  readonly x: number;
}

const longest = 16;

/** Labels that do not touch, from the largest capacity down: what is left out stands in the table. */
export function labelsOf(
  stacks: readonly Stack[],
  at: (value: number) => number,
  own: string | null,
  { letter, width }: { readonly letter: number; readonly width: number },
): readonly PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  const half = (text: string) => (text.length * letter) / 2 + 3;
  const first = stacks.filter((stack) => stack.sent === own);
  for (const { sent, value } of [...first, ...stacks.filter((stack) => stack.sent !== own).toReversed()]) {
    const text = sent.length > longest ? `${sent.slice(0, longest - 2)}…G` : sent;
    const x = Math.max(half(text), Math.min(at(value), width - half(text)));
    if (placed.every((other) => Math.abs(other.x - x) >= half(other.text) + half(text)))
      placed.push({ sent, text, x });
  }
  return placed;
}
