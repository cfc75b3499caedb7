/** Makes untrusted text safe to show: nothing is hidden, overlaps its neighbours or changes their text direction. */

import { formatExact } from './format.ts';

/** Control characters and direction overrides, which could even end the isolation of an element. */
const disturbing = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Visible form of a character: "‹U+202E›". */
export function codePoint(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** Maximum of stacked marks on one letter in any script. More would cover neighbouring lines. */
const mostMarks = 4;
const stackedMarks = /([\p{Mn}\p{Me}]{4})([\p{Mn}\p{Me}]+)/gu;

/** Replaces excess marks by their count: "á‹+46 marks›". */
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

/** Text that stays within its line and direction: controls, direction marks and excess marks are replaced by their names. */
export function settled(text: string): string {
  return withoutStackedMarks(text.toWellFormed().replace(disturbing, codePoint));
}

function blanks(text: string): string {
  if (text.length > 1) return `‹${formatExact(text.length)} blanks›`;
  return text === '' ? '' : codePoint(text);
}

/** The first `most` visible characters, settled. Leading and trailing blanks are named, because nobody sees them. */
export function withBlanksNamed(text: string, most: number): string {
  const before = text.length - text.trimStart().length;
  const behind = text.trimEnd().length;
  return (
    blanks(text.slice(0, before)) +
    settled(text.slice(before, behind).slice(0, most)) +
    blanks(text.slice(behind))
  );
}

/** Characters without visible ink, or that affect their neighbours, except space and line end. */
const hidden = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const beyondAscii = /(?![\t\n ])[^\x20-\x7e]/gu;

/**
 * Text with all hidden characters replaced by their code points. With `all`, every character beyond ASCII, so that
 * look-alikes differ.
 */
export function revealed(text: string, all = false): string {
  const shown = text.replace(all ? beyondAscii : hidden, codePoint);
  return all ? shown : withoutStackedMarks(shown);
}

/** Start and end of a page of a long text. Surrogate pairs stay together. */
export function pageOf(text: string, page: number, size: number): readonly [from: number, to: number] {
  const whole = (index: number) => (isInsidePair(text, index) ? index + 1 : index);
  return [whole(Math.min(page * size, text.length)), whole(Math.min((page + 1) * size, text.length))];
}

function isInsidePair(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
