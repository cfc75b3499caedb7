/** Stacks the nodes of a region by advertised capacity and places labels, for the strip in DotStrip.tsx. */

import { parseCapacity } from '#contract/forms.ts';
import type { Group } from '#domain/lists/listing.ts';

export interface Stack {
  readonly sent: string;
  readonly value: number;
  readonly nodes: number;
}

export interface Strip {
  /** Stacks of nodes with equal capacity, smallest capacity first. */
  readonly stacks: readonly Stack[];
  /** Number of nodes with unreadable capacity. */
  readonly unreadable: number;
  readonly most: number;
}

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

export interface PeerCounts {
  readonly more: number;
  readonly same: number;
  readonly less: number;
}

/**
 * Counts the other nodes with more, the same or less capacity than `sent`, the node's own capacity as sent;
 * `null` if `sent` is unreadable.
 */
export function peerCountsOf(strip: Strip, sent: string | null): PeerCounts | null {
  const own = sent === null ? null : parseCapacity(sent);
  if (own === null) return null;
  const counts = { more: 0, same: -1, less: 0 };
  for (const { sent: text, nodes } of strip.stacks) {
    const value = parseCapacity(text) ?? 0n;
    if (value > own) counts.more += nodes;
    else if (value < own) counts.less += nodes;
    else counts.same += nodes;
  }
  return { ...counts, same: Math.max(0, counts.same) };
}

/** Names the compared nodes: "Nodes of fra1", or "All nodes" without a region. */
export function peersOf(region: string | null): string {
  return region === null ? 'All nodes' : `Nodes of ${region.slice(0, 40)}`;
}

export interface PlacedLabel {
  readonly sent: string;
  /** Capacity as sent, shortened if long. */
  readonly text: string;
  readonly x: number;
}

const longest = 16;

/**
 * Places labels below the stacks without overlaps: first the node's own capacity, then the others from the
 * largest down. A label without room is left out; the table has all capacities.
 */
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
