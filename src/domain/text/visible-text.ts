/** Strangers' text with nothing hidden in it. */

import { codePoint } from './settled-text.ts';

/** Whatever leaves no ink of its own or moves its neighbours, other than space and line end. */
const hidden = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const beyondAscii = /(?![\t\n ])[^\x20-\x7e]/gu;

/**
 * A text of which every character is seen: what is hidden is named by its code point, with `all` every character
 * beyond ASCII, so that look-alikes differ.
 */
export function revealed(text: string, all = false): string {
  return text.replace(all ? beyondAscii : hidden, codePoint);
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
