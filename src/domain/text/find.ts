/** Searches names, ids and codes among many thousands, fast enough for each keystroke. */

import { withBoundedMarks } from './bounded-marks.ts';

export interface Findable {
  readonly texts: readonly string[];
}

export interface FindIndex<Entry extends Findable = Findable> {
  readonly entries: readonly Entry[];
  /** Folded texts of all entries, with a mark before each text and after the last one of an entry. */
  readonly text: string;
  /** Start of each entry in `text`, plus the end of the last one. */
  readonly starts: Uint32Array;
}

const mark = '\u0001';
const plain = /^[\u0020-\u007E]*$/;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Maximum of query characters: a pasted page must not be searched for. */
const longestQuery = 200;
/** Maximum of characters searched in a field: a name may have megabytes. */
const longestField = 300;

/** Folds a text for comparison: no case, no accents. */
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

/** How a term matches, best first: complete field, its beginning, beginning of a word, anywhere. */
const fits = ['whole', 'beginning', 'word', 'inside'] as const;
type Fit = (typeof fits)[number];

/** Next position of a term with this kind of match; -1 if there is none. */
function positionOf(text: string, term: string, fit: Fit, from: number): number {
  if (fit === 'whole') return text.indexOf(mark + term + mark, from);
  if (fit === 'beginning') return text.indexOf(mark + term, from);
  let at = text.indexOf(term, from);
  if (fit === 'word') while (at > 0 && letterOrDigit.test(text.charAt(at - 1))) at = text.indexOf(term, at + 1);
  return at;
}

/** The first entry from `from` on in which every term matches; -1 if there is none. */
function nextFitting({ text, starts }: FindIndex, terms: readonly string[], fit: Fit, from: number): number {
  let entry = from;
  // The terms take turns: each moves on from the last match, until all agree on an entry: one pass over the text for each term.
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
  /** Best first. Equal matches keep the order of the entries. */
  readonly best: readonly Entry[];
  readonly count: number;
}

export function termsOf(query: string): readonly string[] {
  return fold(query.slice(0, longestQuery))
    .split(/\s+/)
    .filter((term) => term !== '');
}

/** Entries that contain every word of a query, ordered by their worst matching word. */
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

/** Searches for the best kind of match first and stops at `most`, so that a common first letter costs no more. */
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
