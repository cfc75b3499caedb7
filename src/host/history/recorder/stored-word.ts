/**
 * Converts a status word to its stored form: verbatim, but of limited length (docs/understand/history-api.md,
 * part 3).
 */

import type { WordRow } from '../rows.ts';

/** Maximum code points of a stored status word. */
const mostCodePoints = 200;

/** Escapes unpaired surrogates, which cannot be written as UTF-8. */
function withoutUnpairedSurrogates(text: string): string {
  return text.isWellFormed()
    ? text
    : text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Converts a status word to its stored form. @param word - `null` if the deployment sent no text. */
export function storedWord(word: string | null): Pick<WordRow, 'form' | 'text'> {
  if (word === null) return { form: 'json', text: 'null' };
  // Cut before the code points are counted: each has at most two UTF-16 units.
  const points = Array.from(word.slice(0, 2 * mostCodePoints + 2));
  const isCut = points.length > mostCodePoints || word.length > 2 * mostCodePoints + 2;
  const text = withoutUnpairedSurrogates(isCut ? points.slice(0, mostCodePoints).join('') : word);
  return { form: isCut ? 'cut' : 'whole', text };
}
