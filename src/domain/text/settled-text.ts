/** Strangers' text among other text; apart from visible-text.ts, for the first screen needs no more than this. */

/** Controls, and what turns the direction of the text around it: even inside an isolated element it could end that. */
const disturbing = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** "‹U+202E›" of its character. */
export function codePoint(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** A text that stays within its line and its direction: controls and direction marks are named in it. */
export function settled(text: string): string {
  return text.toWellFormed().replace(disturbing, codePoint);
}

function blanks(text: string): string {
  if (text.length > 1) return `‹${text.length.toLocaleString('en')} blanks›`;
  return text === '' ? '' : codePoint(text);
}

/** The first characters of a text that leaves ink, settled; blanks before and behind it, which nobody would see, are named. */
export function withBlanksNamed(text: string, most: number): string {
  const before = text.length - text.trimStart().length;
  const behind = text.trimEnd().length;
  return (
    blanks(text.slice(0, before)) +
    settled(text.slice(before, behind).slice(0, most)) +
    blanks(text.slice(behind))
  );
}
