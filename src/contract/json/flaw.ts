/**
 * Finds the position at which a text stops being JSON. The engine's own messages differ, and not all state
 * the position.
 */

import { parseJson } from './parse.ts';

/** Token that the JSON grammar allows next. `first …` also accepts the closing bracket. */
type Next = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'end of value';

const blanks = /[ \t\n\r]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/**
 * Matches a sticky pattern at `index`.
 * @returns the end of the match; `index` itself if the pattern does not match there
 */
function past(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : index;
}

/**
 * Walks a JSON string to its end, or to its first invalid character. A loop, because one regular expression
 * overflows its stack on a long string.
 */
function walkString(text: string, start: number): { readonly at: number; readonly isSound: boolean } {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    const next = text[at] === '\\' ? past(escape, text, at) : text.charCodeAt(at) < 32 ? at : at + 1;
    if (next === at) return { at, isSound: false };
    at = next;
  }
  return at < text.length ? { at: at + 1, isSound: true } : { at, isSound: false };
}

/**
 * Finds the index from which the text cannot be JSON.
 * @returns the index; the text's length if the text ends too soon; `null` if it is JSON
 */
export function flawIn(text: string): number | null {
  const closers: string[] = [];
  let next: Next = 'value';
  let at = 0;
  for (;;) {
    at = past(blanks, text, at);
    const sign = text[at];
    const closer = closers.at(-1);
    if (sign === undefined) return next === 'end of value' && closer === undefined ? null : at;
    if (sign === closer && (next.startsWith('first') || next === 'end of value')) {
      closers.pop();
      next = 'end of value';
      at += 1;
    } else if (next === 'colon' || next === 'end of value') {
      if (sign !== (next === 'colon' ? ':' : ',') || (next === 'end of value' && closer === undefined))
        return at;
      next = next === 'end of value' && closer === '}' ? 'name' : 'value';
      at += 1;
    } else if (sign === '"') {
      const string = walkString(text, at);
      if (!string.isSound) return string.at;
      at = string.at;
      next = next.endsWith('name') ? 'colon' : 'end of value';
    } else if (next.endsWith('name')) return at;
    else if (sign === '{' || sign === '[') {
      closers.push(sign === '{' ? '}' : ']');
      next = sign === '{' ? 'first name' : 'first value';
      at += 1;
    } else {
      const end = past(scalar, text, at);
      if (end === at) return at;
      at = end;
      next = 'end of value';
    }
  }
}

/** Describes a position: "unexpected at line 3, character 14", "ends too early, at line 1, character 2". */
export function flawAt(line: number, character: number, isEnd: boolean): string {
  return `${isEnd ? 'ends too early,' : 'unexpected'} at line ${line}, character ${character}`;
}

/** States where the text stops being JSON, in the words of {@link flawAt}. */
export function describeFlaw(text: string): string {
  const at = flawIn(text) ?? text.length;
  const start = text.lastIndexOf('\n', at - 1) + 1;
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < start; end = text.indexOf('\n', end + 1)) line += 1;
  return flawAt(line, at - start + 1, at >= text.length);
}

/**
 * Parses JSON text by {@link parseJson}.
 * @throws SyntaxError that states the line and character of the flaw, equal in all browsers.
 */
export function parseOrExplain(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new SyntaxError(describeFlaw(text));
  }
}
