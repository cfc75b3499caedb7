import { fold, termsOf } from './find.ts';

export interface Part {
  readonly text: string;
  readonly typed: boolean;
}

const segmenter = new Intl.Segmenter();
const longest = 300;

/**
 * Splits a name into parts that match the search query and other parts. The first match of each query word is
 * marked `typed`.
 */
export function typedParts(name: string, query: string): readonly Part[] {
  const text = name.slice(0, longest);
  const letters = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const folded = letters.map(fold);
  const starts: number[] = [];
  let length = 0;
  for (const each of folded) {
    starts.push(length);
    length += each.length;
  }
  const whole = folded.join('');
  const typed = letters.map(() => false);
  for (const term of termsOf(query)) {
    const at = placeOf(whole, term);
    if (at < 0) continue;
    letters.forEach((_, index) => {
      const start = starts[index] ?? 0;
      const end = start + (folded[index]?.length ?? 0);
      if (start < at + term.length && end > at) typed[index] = true;
    });
  }
  const parts: { text: string; typed: boolean }[] = [];
  letters.forEach((letter, index) => {
    const last = parts.at(-1);
    if (last && last.typed === typed[index]) last.text += letter;
    else parts.push({ text: letter, typed: typed[index] === true });
  });
  if (name.length > longest) parts.push({ text: name.slice(longest), typed: false });
  return parts;
}

function placeOf(text: string, term: string): number {
  if (text.startsWith(term)) return 0;
  const atWord = text.indexOf(` ${term}`);
  return atWord < 0 ? text.indexOf(term) : atWord + 1;
}
