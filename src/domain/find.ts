/** Finds names, ids and codes among many thousands, at the speed of typing. */

export interface Findable {
  /** What it is called on screen. */
  readonly name: string;
  /** What it is found by: name, id, code, city. */
  readonly texts: readonly string[];
  /** The address it leads to. */
  readonly to: string;
}

export interface FindIndex<Entry extends Findable = Findable> {
  readonly entries: readonly Entry[];
  /** All texts of all entries, folded: fields end with one mark, entries with another. */
  readonly text: string;
  /** Where each entry begins in the text. */
  readonly starts: Uint32Array;
}

const endOfField = '\u0001';
const endOfEntry = '\u0002';
const plain = /^[\u0020-\u007E]*$/;
/** Nobody types more; a pasted page must not be searched for. */
const longestQuery = 200;
/** A field is found by its beginning; names of megabytes are not for typing. */
const longestField = 300;

function fold(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replaceAll(endOfField, ' ')
    .replaceAll(endOfEntry, ' ')
    .normalize('NFC');
}

/** Makes entries ready to be searched. */
export function createFindIndex<Entry extends Findable>(entries: readonly Entry[]): FindIndex<Entry> {
  const starts = new Uint32Array(entries.length + 1);
  const parts: string[] = [];
  let length = 0;
  entries.forEach((entry, index) => {
    starts[index] = length;
    const folded =
      entry.texts.map((text) => fold(text.slice(0, longestField)) + endOfField).join('') + endOfEntry;
    parts.push(folded);
    length += folded.length;
  });
  starts[entries.length] = length;
  return { entries, text: parts.join(''), starts };
}

/** The number of the entry that holds a position. */
function entryAt(starts: Uint32Array, position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low;
}

/** How well a term found at a position fits: 0 a whole field, 1 its beginning, 2 the beginning of a word, 3 inside one. */
function fitOf(text: string, position: number, length: number): 0 | 1 | 2 | 3 {
  const before = position === 0 ? endOfEntry : (text[position - 1] ?? endOfEntry);
  if (before === endOfField || before === endOfEntry) return text[position + length] === endOfField ? 0 : 1;
  return /[\p{L}\p{N}]/u.test(before) ? 3 : 2;
}

/** The best fit of a term within an entry; `null` where it does not hold it. */
function bestFit(own: string, term: string): 0 | 1 | 2 | 3 | null {
  let best: 0 | 1 | 2 | 3 | null = null;
  for (let at = own.indexOf(term); at >= 0 && best !== 0; at = own.indexOf(term, at + 1)) {
    const fit = fitOf(own, at, term.length);
    if (best === null || fit < best) best = fit;
  }
  return best;
}

/** How well an entry fits all terms, by the one that fits worst; `null` where it lacks one. */
function fitOfAll(own: string, terms: readonly string[]): number | null {
  let worst = 0;
  for (const term of terms) {
    const fit = bestFit(own, term);
    if (fit === null) return null;
    worst = Math.max(worst, fit);
  }
  return worst;
}

export interface Found<Entry> {
  /** The best first; of equal fits in the order of the entries. */
  readonly best: readonly Entry[];
  /** How many there are in all. */
  readonly count: number;
}

/** The entries of several indexes that hold every word of a query. */
export function find<Entry extends Findable>(
  indexes: readonly FindIndex<Entry>[],
  query: string,
  most: number,
): Found<Entry> {
  const terms = fold(query.slice(0, longestQuery))
    .split(/\s+/)
    .filter((term) => term !== '');
  const [rarest] = terms.toSorted((a, b) => b.length - a.length);
  if (rarest === undefined) return { best: [], count: 0 };
  const byFit: Entry[][] = [[], [], [], []];
  let count = 0;
  for (const index of indexes) {
    const { text, starts, entries } = index;
    let at = text.indexOf(rarest);
    while (at >= 0) {
      const entry = entryAt(starts, at);
      const found = entries[entry];
      // Cut out first: searching on in the whole text would run to the next entry that holds the term.
      const end = starts[entry + 1] ?? text.length;
      const fit = fitOfAll(text.slice(starts[entry] ?? 0, end), terms);
      if (found && fit !== null) {
        count += 1;
        const held = byFit[fit];
        if (held && held.length < most) held.push(found);
      }
      at = text.indexOf(rarest, end);
    }
  }
  return { best: byFit.flat().slice(0, most), count };
}
