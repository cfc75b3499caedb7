import type { Integer } from '#contract/resources.ts';
import {
  type NumberColumn,
  numberAt,
  type Pool,
  startOf,
  type TextColumn,
  type WordsColumn,
} from './column.ts';

/** Marks the rows that contain `needle`, ignoring case. `needle` and the column must be lower-case. */
export function markHolding(hits: Uint8Array, lowered: TextColumn | WordsColumn, needle: string): void {
  if (lowered.kind === 'pool') return markInPool(hits, lowered, needle);
  const matches =
    lowered.kind === 'few'
      ? lowered.values.map((value) => value?.includes(needle) === true)
      : lowered.values.map((words) => words?.some((word) => word.includes(needle)) === true);
  markCodes(hits, lowered.codes, matches);
}

function markCodes(hits: Uint8Array, codes: Uint32Array, accepted: readonly boolean[]): void {
  for (let row = 0; row < codes.length; row += 1) if (accepted[codes[row] ?? 0] === true) hits[row] = 1;
}

/**
 * Marks rows by a search in the concatenated texts. A match that crosses the end of a row's text does not
 * count.
 */
function markInPool(hits: Uint8Array, { text, ends }: Pool, needle: string): void {
  let row = 0;
  let found = text.indexOf(needle);
  while (found >= 0) {
    row = rowAfter(ends, row, found);
    const end = ends[row] ?? 0;
    const within = found + needle.length <= end;
    if (within) hits[row] = 1;
    found = text.indexOf(needle, within ? end : found + 1);
  }
}

function rowAfter(ends: Uint32Array, from: number, at: number): number {
  let low = from;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Marks rows with one of the accepted texts; `null` in `accepted` accepts an absent text. */
export function markAccepted(
  hits: Uint8Array,
  column: TextColumn | WordsColumn,
  accepted: ReadonlySet<string | null>,
): void {
  if (column.kind === 'few')
    return markCodes(
      hits,
      column.codes,
      column.values.map((value) => accepted.has(value)),
    );
  if (column.kind === 'words')
    return markCodes(
      hits,
      column.codes,
      column.values.map((words) =>
        words === null || words.length === 0 ? accepted.has(null) : words.some((word) => accepted.has(word)),
      ),
    );
  const { text, ends, absent } = column;
  for (const value of accepted) {
    const length = value?.length ?? 0;
    const absentMark = value === null ? 1 : 0;
    for (let row = 0; row < ends.length; row += 1) {
      const start = startOf(column, row);
      const alike = (ends[row] ?? 0) - start === length && (absent?.[row] ?? 0) === absentMark;
      if (alike && text.startsWith(value ?? '', start)) hits[row] = 1;
    }
  }
}

/** Marks rows with a number from `least` to `most`, both included; `null` is no bound. */
export function markBetween(
  hits: Uint8Array,
  column: NumberColumn,
  least: Integer | null,
  most: Integer | null,
): void {
  for (let row = 0; row < column.values.length; row += 1) {
    const value = numberAt(column, row);
    if (value !== null && (least === null || value >= least) && (most === null || value <= most)) hits[row] = 1;
  }
}
