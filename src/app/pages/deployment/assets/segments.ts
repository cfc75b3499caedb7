import type { Integer } from '#contract/resources.ts';
import type { CacheWord } from '#domain/figures/cache-shares.ts';
import type { Group, Sum } from '#domain/lists/listing.ts';
import { noSum } from '#domain/lists/listing.ts';
import { addIntegers } from '#domain/numbers/arithmetic.ts';

export interface SegmentRow {
  /** First segment of the path; `null` for assets without a path, and for a row that merges segments. */
  readonly segment: string | null;
  /** Number of segments that this row merges; 0 for a single segment. */
  readonly others: number;
  readonly count: number;
  readonly bytes: Sum;
  readonly words: ReadonlyMap<CacheWord, number>;
}

function merge(rows: readonly SegmentRow[], segment: string | null, others: number): SegmentRow {
  const words = new Map<CacheWord, number>();
  let count = 0;
  let bytes = noSum;
  for (const row of rows) {
    count += row.count;
    bytes = {
      total: addIntegers(bytes.total, row.bytes.total),
      counted: bytes.counted + row.bytes.counted,
      missing: bytes.missing + row.bytes.missing,
    };
    for (const [word, found] of row.words) words.set(word, (words.get(word) ?? 0) + found);
  }
  return { segment, others, count, bytes, words };
}

/**
 * Returns the `most` segments with the most assets, then all others merged into one row.
 * @param groups - assets by first path segment and cache word, with the sum of `bytes`.
 */
export function segmentRows(groups: readonly Group[], most: number): readonly SegmentRow[] {
  const parts = new Map<string | null, SegmentRow[]>();
  for (const {
    key: [segment = null, word = null],
    count,
    sums,
  } of groups) {
    const part = parts.get(segment) ?? [];
    part.push({ segment, others: 0, count, bytes: sums['bytes'] ?? noSum, words: new Map([[word, count]]) });
    parts.set(segment, part);
  }
  const rows = [...parts]
    .map(([segment, part]) => merge(part, segment, 0))
    .toSorted((a, b) => b.count - a.count);
  const cut = rows.length === most + 1 ? rows.length : most;
  const rest = rows.slice(cut);
  return rest.length === 0 ? rows : [...rows.slice(0, cut), merge(rest, null, rest.length)];
}

/** Returns the mean size of the segment's assets in bytes; `null` if no asset has a readable size. */
export function meanBytes({ bytes }: SegmentRow): Integer | null {
  return bytes.counted === 0 ? null : BigInt(bytes.total) / BigInt(bytes.counted);
}
