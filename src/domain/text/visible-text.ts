/** Strangers' text, among other text and by itself: nothing in it is hidden, moves its neighbours or turns their direction. */

import { formatExact } from './format.ts';

/** Controls, and what turns the direction of the text around it: even inside an isolated element it could end that. */
const disturbing = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** "‹U+202E›" of its character. */
export function codePoint(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** Marks that stand above or below one letter in any script; more would paint over the lines around it. */
const mostMarks = 4;
const stackedMarks = /([\p{Mn}\p{Me}]{4})([\p{Mn}\p{Me}]+)/gu;

/** "á‹+46 marks›": without the marks that no writing puts on one letter. */
function withoutStackedMarks(text: string): string {
  if (text.length <= mostMarks) return text;
  return text.replace(stackedMarks, (_all, kept: string, more: string) => {
    const count = more.match(/./gu)?.length ?? 0;
    return `${kept}‹+${formatExact(count)} ${count === 1 ? 'mark' : 'marks'}›`;
  });
}

/** Whether marks of a letter may reach beyond the height of a line. */
export function mayLeaveLine(text: string): boolean {
  return /[\p{Mn}\p{Me}]{2}/u.test(text);
}

/** A text that stays within its line and its direction: controls, direction marks and stacked marks are named in it. */
export function settled(text: string): string {
  return withoutStackedMarks(text.toWellFormed().replace(disturbing, codePoint));
}

function blanks(text: string): string {
  if (text.length > 1) return `‹${formatExact(text.length)} blanks›`;
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

/** Whatever leaves no ink of its own or moves its neighbours, other than space and line end. */
const hidden = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const beyondAscii = /(?![\t\n ])[^\x20-\x7e]/gu;

/**
 * A text of which every character is seen: what is hidden is named by its code point, with `all` every character
 * beyond ASCII, so that look-alikes differ.
 */
export function revealed(text: string, all = false): string {
  const shown = text.replace(all ? beyondAscii : hidden, codePoint);
  return all ? shown : withoutStackedMarks(shown);
}

/** Where a page of a long text begins and ends; a character is never halved. */
export function pageOf(text: string, page: number, size: number): readonly [from: number, to: number] {
  const whole = (index: number) => (isInsidePair(text, index) ? index + 1 : index);
  return [whole(Math.min(page * size, text.length)), whole(Math.min((page + 1) * size, text.length))];
}

function isInsidePair(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
