/** Finds names, ids and codes among many thousands, at the speed of typing. */

import { withBoundedMarks } from './bounded-marks.ts';

export interface Findable {
  /** What it is found by: name, id, code, city. */
  readonly texts: readonly string[];
}

export interface FindIndex<Entry extends Findable = Findable> {
  readonly entries: readonly Entry[];
  /** All texts of all entries, folded, with a mark before each and after the last of an entry. */
  readonly text: string;
  /** Where each entry begins in the text, and where the last one ends. */
  readonly starts: Uint32Array;
}

const mark = '\u0001';
const plain = /^[\u0020-\u007E]*$/;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Nobody types more; a pasted page must not be searched for. */
const longestQuery = 200;
/** A field is found by its beginning; names of megabytes are not for typing. */
const longestField = 300;

/** A text as it is compared: without case and accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower;
  return withBoundedMarks(lower)
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replaceAll(mark, ' ')
    .normalize('NFC');
}

/** Makes entries ready to be searched. */
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

/** How well a term fits at least: as a whole field, as its beginning, as the beginning of a word, anywhere. */
const fits = ['whole', 'beginning', 'word', 'inside'] as const;
type Fit = (typeof fits)[number];

/** Where a term is next found in a text so that it fits; -1 where it is not. */
function positionOf(text: string, term: string, fit: Fit, from: number): number {
  if (fit === 'whole') return text.indexOf(mark + term + mark, from);
  if (fit === 'beginning') return text.indexOf(mark + term, from);
  let at = text.indexOf(term, from);
  if (fit === 'word') while (at > 0 && letterOrDigit.test(text.charAt(at - 1))) at = text.indexOf(term, at + 1);
  return at;
}

/** The first entry from one on in which every term fits; -1 where there is none. */
function nextFitting({ text, starts }: FindIndex, terms: readonly string[], fit: Fit, from: number): number {
  let entry = from;
  // The terms take turns, each going on from where the last one was found, until all agree: the text is read once a term.
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
  /** The best first; of equal fits in the order of the entries. */
  readonly best: readonly Entry[];
  /** How many there are in all. */
  readonly count: number;
}

/** The words of a query, folded. */
export function termsOf(query: string): readonly string[] {
  return fold(query.slice(0, longestQuery))
    .split(/\s+/)
    .filter((term) => term !== '');
}

/** The entries of several indexes that hold every word of a query, ordered by the word that fits worst. */
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

/** Looks for the best fit first and stops once there are enough: a letter that all entries begin with costs no more. */
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
