/**
 * Makes untrusted text safe to show: nothing is hidden, covers its neighbours or changes their text
 * direction.
 */

import { formatExact } from './format.ts';

/**
 * Control characters and direction overrides. The latter can even end the direction isolation of an element.
 */
const disturbing = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Returns the visible form of a character: "‹U+202E›". */
export function codePoint(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
}

/**
 * Maximum number of stacked marks on one letter that are shown. No script needs more; they would cover
 * neighbouring lines.
 */
const mostMarks = 4;
const stackedMarks = /([\p{Mn}\p{Me}]{4})([\p{Mn}\p{Me}]+)/gu;

/** Keeps the first four marks stacked on a letter and replaces further ones by a count: "á‹+46 marks›". */
function withoutStackedMarks(text: string): string {
  if (text.length <= mostMarks) return text;
  return text.replace(stackedMarks, (_all, first: string, more: string) => {
    const count = more.match(/./gu)?.length ?? 0;
    return `${first}‹+${formatExact(count)} ${count === 1 ? 'mark' : 'marks'}›`;
  });
}

export function mayLeaveLine(text: string): boolean {
  return /[\p{Mn}\p{Me}]{2}/u.test(text);
}

/**
 * Makes a text stay within its line and direction: control characters, direction marks and excess stacked
 * marks are replaced by visible names.
 */
export function settled(text: string): string {
  return withoutStackedMarks(text.toWellFormed().replace(disturbing, codePoint));
}

function blanks(text: string): string {
  if (text.length > 1) return `‹${formatExact(text.length)} blanks›`;
  return text === '' ? '' : codePoint(text);
}

/**
 * Shows the first `most` characters of a text by {@link settled}. Leading and trailing blanks are named: "‹3
 * blanks›".
 */
export function withBlanksNamed(text: string, most: number): string {
  const before = text.length - text.trimStart().length;
  const behind = text.trimEnd().length;
  return (
    blanks(text.slice(0, before)) +
    settled(text.slice(before, behind).slice(0, most)) +
    blanks(text.slice(behind))
  );
}

/** Characters without visible ink or with an effect on their neighbours, except space, tab and line end. */
const hidden = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const beyondAscii = /(?![\t\n ])[^\x20-\x7e]/gu;

/**
 * Replaces all hidden characters of a text by their code points. With `all`, replaces every character beyond
 * ASCII, so that look-alikes differ.
 */
export function revealed(text: string, all = false): string {
  const shown = text.replace(all ? beyondAscii : hidden, codePoint);
  return all ? shown : withoutStackedMarks(shown);
}

/** Returns the indexes at which a page of a long text starts and ends. Surrogate pairs are not split. */
export function pageOf(text: string, page: number, size: number): readonly [from: number, to: number] {
  const whole = (index: number) => (isInsidePair(text, index) ? index + 1 : index);
  return [whole(Math.min(page * size, text.length)), whole(Math.min((page + 1) * size, text.length))];
}

function isInsidePair(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
