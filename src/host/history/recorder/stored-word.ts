/** A status word as stored: verbatim, but of limited length (docs/understand/history-api.md, part 3). */

import type { WordRow } from '../rows.ts';

/** Code points stored of one word. */
const mostCodePoints = 200;

/** A lone surrogate cannot be written as UTF-8. */
function withoutUnpairedSurrogates(text: string): string {
  return text.isWellFormed()
    ? text
    : text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @param word - `null` if no text was sent. */
export function storedWord(word: string | null): Pick<WordRow, 'form' | 'text'> {
  if (word === null) return { form: 'json', text: 'null' };
  // Cuts before counting: a code point has at most two units.
  const points = Array.from(word.slice(0, 2 * mostCodePoints + 2));
  const isCut = points.length > mostCodePoints || word.length > 2 * mostCodePoints + 2;
  const text = withoutUnpairedSurrogates(isCut ? points.slice(0, mostCodePoints).join('') : word);
  return { form: isCut ? 'cut' : 'whole', text };
}
