/**
 * Ranks many texts as `Intl.Collator` does, with few collator calls. Printable ASCII texts get a byte key: a
 * weight for each character, and the value of each run of digits. The collator decides only between equal
 * keys, and for other texts.
 */

import { compareTexts } from '#domain/text/compare-texts.ts';
import { sortByKeys } from './radix.ts';

const nothing = new Uint32Array(0);

/** Rank of an absent text, which sorts after all texts. */
export const last = 0xffffffff;

const first = 0x20;
const beyond = 0x7f;
const zero = 0x30;
const nine = 0x39;
/**
 * Maximum number of digits in a run that gets a key. Longer runs are left to the collator, which splits long
 * numbers.
 */
const maximumDigits = 200;

/**
 * Computes the primary collation weight of each printable ASCII character. All digits have the same weight.
 */
function weigh(): Uint8Array {
  const base = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const characters = Array.from({ length: beyond - first }, (_, index) => String.fromCharCode(first + index));
  const sorted = characters.toSorted(compareTexts);
  const found = new Uint8Array(beyond);
  let weight = 0;
  for (const [place, character] of sorted.entries()) {
    const before = sorted[place - 1];
    const isDigit = /\d/.test(character) && before !== undefined && /\d/.test(before);
    if (before === undefined || (!isDigit && base.compare(before, character) !== 0)) weight += 1;
    found[character.charCodeAt(0)] = weight;
  }
  return found;
}

let weights: Uint8Array | null = null;

/**
 * Concatenated byte keys of the rows' texts. If the keys of two texts differ, the texts sort as their keys
 * do.
 */
interface Keys {
  readonly bytes: Uint8Array;
  /** Index in `bytes` at which each row's key ends. It starts where the previous row's key ends. */
  readonly ends: Uint32Array;
  /** Row numbers without a key: only the collator can place their texts. */
  readonly odd: readonly number[];
}

function keysOf(count: number, at: (row: number) => string | null): Keys {
  let bytes = new Uint8Array(count * 24 + 1024);
  const ends = new Uint32Array(count);
  const odd: number[] = [];
  let end = 0;
  for (let row = 0; row < count; row += 1) {
    const text = at(row) ?? '';
    // In the worst case, a single digit takes three bytes.
    if (end + text.length * 3 > bytes.length) {
      const larger = new Uint8Array(2 * bytes.length + text.length * 3);
      larger.set(bytes);
      bytes = larger;
    }
    const written = writeKey(text, bytes, end);
    if (written < 0) odd.push(row);
    else end = written;
    ends[row] = end;
  }
  return { bytes, ends, odd };
}

/**
 * Writes the byte key of a text into `bytes`.
 * @returns the end of the key; -1 if the text can have no key
 */
function writeKey(text: string, bytes: Uint8Array, start: number): number {
  weights ??= weigh();
  let end = start;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code < first || code >= beyond) return -1;
    bytes[end] = weights[code] ?? 0;
    end += 1;
    at += 1;
    if (code < zero || code > nine) continue;
    // A number is written as its length without leading zeros, then its digits: a shorter number is smaller.
    let digits = at - 1;
    while (digits < text.length && text.charCodeAt(digits) === zero) digits += 1;
    at = digits;
    while (at < text.length && text.charCodeAt(at) >= zero && text.charCodeAt(at) <= nine) at += 1;
    if (at - digits > maximumDigits) return -1;
    bytes[end] = 1 + at - digits;
    end += 1;
    for (; digits < at; digits += 1, end += 1) bytes[end] = text.charCodeAt(digits);
  }
  return end;
}

const wordLength = 8;
/**
 * Minimum number of rows with a long common prefix for which further key passes are faster than the collator.
 */
const fewRows = 256;

/** Ranks each row's text among all texts. Equal texts share a rank; an absent text has {@link last}. */
export function collationRanks(count: number, at: (row: number) => string | null): Uint32Array {
  const keys = keysOf(count, at);
  const ranks = new Uint32Array(count).fill(last);
  const isOdd = new Uint8Array(count);
  for (const row of keys.odd) isOdd[row] = 1;
  const plain = Uint32Array.from({ length: count }, (_, row) => row).filter(
    (row) => isOdd[row] === 0 && at(row) !== null,
  );
  for (const row of plain) ranks[row] = 0;
  const tied = rankByKeys(plain, keys, ranks);
  rankTies(sortByKeys(tied, ranks), at, ranks);
  if (keys.odd.length > 0) mergeOdd(sortByKeys(plain, ranks), keys.odd, at, ranks);
  return ranks;
}

/**
 * Ranks rows by their keys, eight bytes per pass.
 * @returns rows whose keys are equal to another row's
 */
function rankByKeys(rows: Uint32Array, { bytes, ends }: Keys, ranks: Uint32Array): Uint32Array {
  const tied: number[] = [];
  const high = new Uint32Array(ranks.length);
  const low = new Uint32Array(ranks.length);
  const startOf = (row: number) => (row === 0 ? 0 : (ends[row - 1] ?? 0));
  for (let open = rows, depth = 0; open.length > 0; depth += wordLength) {
    for (const row of open) {
      const end = ends[row] ?? 0;
      const start = startOf(row) + depth;
      const byte = (at: number) => (at < end ? (bytes[at] ?? 0) : 0);
      high[row] =
        ((byte(start) << 24) | (byte(start + 1) << 16) | (byte(start + 2) << 8) | byte(start + 3)) >>> 0;
      low[row] =
        ((byte(start + 4) << 24) | (byte(start + 5) << 16) | (byte(start + 6) << 8) | byte(start + 7)) >>> 0;
    }
    const byWord = sortByKeys(sortByKeys(open, low), high);
    const sorted = depth === 0 ? byWord : sortByKeys(byWord, ranks);
    const alike = splitRuns(sorted, ranks, (a, b) => high[a] === high[b] && low[a] === low[b]);
    // Rows with equal keys end in the same pass, because their keys have the same length.
    const goesOn = (row: number) => startOf(row) + depth + wordLength <= (ends[row] ?? 0);
    open = alike.length > fewRows ? alike.filter(goesOn) : nothing;
    for (const row of alike) if (open.length === 0 || !goesOn(row)) tied.push(row);
  }
  return Uint32Array.from(tied);
}

/**
 * Gives different ranks to rows of equal rank that `isAlike` tells apart. `sorted` must be in order.
 * @returns rows that are still equal to another row
 */
function splitRuns(
  sorted: Uint32Array,
  ranks: Uint32Array,
  isAlike: (a: number, b: number) => boolean,
): Uint32Array {
  const alike = new Uint32Array(sorted.length);
  let found = 0;
  let group = -1;
  let groupStart = 0;
  let runStart = 0;
  const closeRun = (end: number) => {
    if (end - runStart < 2) return;
    alike.set(sorted.subarray(runStart, end), found);
    found += end - runStart;
  };
  for (let place = 0; place < sorted.length; place += 1) {
    const row = sorted[place] ?? 0;
    const rank = ranks[row] ?? 0;
    if (rank !== group || !isAlike(sorted[place - 1] ?? 0, row)) {
      closeRun(place);
      runStart = place;
    }
    if (rank !== group) {
      group = rank;
      groupStart = place;
    }
    ranks[row] = rank + runStart - groupStart;
  }
  closeRun(sorted.length);
  return alike.slice(0, found);
}

function rankTies(sorted: Uint32Array, at: (row: number) => string | null, ranks: Uint32Array): void {
  const compare = (a: number, b: number) => {
    const [left, right] = [at(a) ?? '', at(b) ?? ''];
    return left === right ? 0 : compareTexts(left, right);
  };
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const rank = ranks[sorted[start] ?? 0];
    while (end < sorted.length && ranks[sorted[end] ?? 0] === rank) end += 1;
    sorted.set([...sorted.subarray(start, end)].toSorted(compare), start);
  }
  splitRuns(sorted, ranks, (a, b) => compare(a, b) === 0);
}

/** Ranks texts without a key by inserting them among the others with binary search. */
function mergeOdd(
  plain: Uint32Array,
  odd: readonly number[],
  at: (row: number) => string | null,
  ranks: Uint32Array,
): void {
  const compare = (a: number, b: number) => compareTexts(at(a) ?? '', at(b) ?? '');
  const merged = new Uint32Array(plain.length + odd.length);
  let taken = 0;
  let place = 0;
  for (const row of odd.toSorted(compare)) {
    let low = taken;
    let high = plain.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(plain[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    merged.set(plain.subarray(taken, low), place);
    place += low - taken;
    taken = low;
    merged[place] = row;
    place += 1;
  }
  merged.set(plain.subarray(taken), place);
  const known = ranks.slice();
  let rank = 0;
  for (let index = 0; index < merged.length; index += 1) {
    const row = merged[index] ?? 0;
    const before = merged[index - 1] ?? row;
    const isPlain = known[row] !== last && known[before] !== last;
    const isSame = isPlain ? known[row] === known[before] : compare(before, row) === 0;
    if (!isSame) rank = index;
    ranks[row] = rank;
  }
}
