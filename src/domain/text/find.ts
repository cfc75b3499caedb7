/** Searches names, ids and codes among many thousands, fast enough to run on each keystroke. */

import { withBoundedMarks } from './bounded-marks.ts';

export interface Findable {
  readonly texts: readonly string[];
}

export interface FindIndex<Entry extends Findable = Findable> {
  readonly entries: readonly Entry[];
  /**
   * Folded texts of all entries in one string. U+0001 stands before each text and after the last text of an
   * entry.
   */
  readonly text: string;
  /** Index of each entry's start in `text`, then the length of `text`. */
  readonly starts: Uint32Array;
}

const mark = '\u0001';
const plain = /^[\u0020-\u007E]*$/;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Maximum number of characters in a search query: a pasted page must not be searched for. */
const longestQuery = 200;
/** Maximum number of characters searched in a field: a name may have megabytes. */
const longestField = 300;

/** Folds a text for comparison: lower case, without accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower;
  return withBoundedMarks(lower)
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replaceAll(mark, ' ')
    .normalize('NFC');
}

export function createFindIndex<Entry extends Findable>(entries: readonly Entry[]): FindIndex<Entry> {
  const starts = new Uint32Array(entries.length + 1);
  const parts: string[] = [];
  let length = 0;
  entries.forEach(({ texts }, index) => {
    let folded = mark;
    for (const text of texts) folded += fold(text.slice(0, longestField)) + mark;
    parts.push(folded);
    length += folded.length;
    starts[index + 1] = length;
  });
  return { entries, text: parts.join(''), starts };
}

/**
 * Kinds of match of a search word, best first: complete field, beginning of a field, beginning of a word,
 * anywhere.
 */
const fits = ['whole', 'beginning', 'word', 'inside'] as const;
type Fit = (typeof fits)[number];

/** Finds the next position of a search word with the given kind of match; -1 if there is none. */
function positionOf(text: string, term: string, fit: Fit, from: number): number {
  if (fit === 'whole') return text.indexOf(mark + term + mark, from);
  if (fit === 'beginning') return text.indexOf(mark + term, from);
  let at = text.indexOf(term, from);
  if (fit === 'word') while (at > 0 && letterOrDigit.test(text.charAt(at - 1))) at = text.indexOf(term, at + 1);
  return at;
}

/** Finds the first entry from index `from` on in which every search word matches; -1 if there is none. */
function nextFitting({ text, starts }: FindIndex, terms: readonly string[], fit: Fit, from: number): number {
  let entry = from;
  // The search words take turns. Each one moves `entry` to its next match, until all match in the same entry.
  // So each word passes over the text once.
  for (let agreed = 0, turn = 0; agreed < terms.length; turn = (turn + 1) % terms.length) {
    const at = positionOf(text, terms[turn] ?? '', fit, starts[entry] ?? text.length);
    if (at < 0) return -1;
    const before = entry;
    while ((starts[entry + 1] ?? text.length) <= at) entry += 1;
    agreed = entry === before ? agreed + 1 : 1;
  }
  return entry;
}

export interface Found<Entry> {
  /** Entries with the best matches first. Equal matches keep the order of the entries. */
  readonly best: readonly Entry[];
  readonly count: number;
}

export function termsOf(query: string): readonly string[] {
  return fold(query.slice(0, longestQuery))
    .split(/\s+/)
    .filter((term) => term !== '');
}

/** Finds the entries that contain every word of a query, ordered by their worst matching word. */
export function find<Entry extends Findable>(
  indexes: readonly FindIndex<Entry>[],
  query: string,
  most: number,
): Found<Entry> {
  const terms = termsOf(query);
  if (terms.length === 0) return { best: [], count: 0 };
  const count = countOf(indexes, terms);
  return { best: bestOf(indexes, terms, Math.min(most, count)), count };
}

/**
 * Collects at most `most` entries. It searches for the best kind of match first and stops at `most`, so that
 * a frequent first letter costs no more.
 */
function bestOf<Entry extends Findable>(
  indexes: readonly FindIndex<Entry>[],
  terms: readonly string[],
  most: number,
): readonly Entry[] {
  const best: Entry[] = [];
  const taken = indexes.map(() => new Set<number>());
  for (const fit of fits) {
    for (const [position, index] of indexes.entries()) {
      let at = -1;
      while (best.length < most && (at = nextFitting(index, terms, fit, at + 1)) >= 0) {
        const entry = index.entries[at];
        if (entry === undefined || taken[position]?.has(at)) continue;
        taken[position]?.add(at);
        best.push(entry);
      }
    }
  }
  return best;
}

function countOf(indexes: readonly FindIndex[], terms: readonly string[]): number {
  let count = 0;
  for (const index of indexes) {
    for (let at = nextFitting(index, terms, 'inside', 0); at >= 0; count += 1)
      at = nextFitting(index, terms, 'inside', at + 1);
  }
  return count;
}
