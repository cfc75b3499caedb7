/**
 * Checks bytes for valid JSON while they arrive, by a state table: one step per byte, and no values are
 * built. The line and column of a fault are found in read-body.ts.
 */

import { depthLimit } from '#contract/json/parse.ts';

const signs = 256;
/** Transition table: the next state is at index `state * 256 + byte`. State 0 means: no JSON. */
const table = new Uint8Array(signs * signs);
const astray = 0;
/** Pseudo-states for entering and leaving a container. The enclosing container decides on the next state. */
const intoObject = 253;
const intoArray = 254;
const out = 255;

/**
 * Highest number of a state inside a string. These states have the lowest numbers, because `take` skips the
 * bytes that stay inside a string.
 */
const mostStrings = 5;
let lastStringState = astray;
let lastState = mostStrings;

function newState(): number {
  lastState += 1;
  return lastState;
}

function on(state: number, bytes: string | readonly number[], next: number): void {
  for (const byte of bytes)
    table[state * signs + (typeof byte === 'string' ? byte.charCodeAt(0) : byte)] = next;
}

const blanks = '\t\n\r ';
const digits = '0123456789';
const hexDigits = '0123456789abcdefABCDEF';
/**
 * First byte that may stand unescaped in a string. Bytes above ASCII are accepted as they are: the decoder
 * deals with invalid ones.
 */
const space = 0x20;
const plainBytes = Array.from({ length: signs - space }, (_, index) => space + index);

const quote = 0x22;
/** 1 for each byte that leads from inside a string back to it, otherwise 0. */
const isPlain = new Uint8Array(signs).fill(1, space);
isPlain[quote] = 0;
isPlain[0x5c] = 0;

function addString(from: number, then: number): void {
  lastStringState += 1;
  const inside = lastStringState;
  const escape = newState();
  on(from, '"', inside);
  on(inside, plainBytes, inside);
  on(inside, '"', then);
  on(inside, '\\', escape);
  on(escape, '"\\/bfnrt', inside);
  let next = inside;
  for (let digit = 0; digit < 4; digit += 1) {
    const unit = newState();
    on(unit, hexDigits, next);
    next = unit;
  }
  on(escape, 'u', next);
}

function addWord(from: number, word: string, then: number): void {
  let state = from;
  for (let index = 0; index < word.length; index += 1) {
    const next = index === word.length - 1 ? then : newState();
    on(state, word.charAt(index), next);
    state = next;
  }
}

/** Adds the states of a number that begins in state `from`. @returns its possible end states. */
function addNumber(from: number): readonly number[] {
  const [minus, zero, whole, point] = [newState(), newState(), newState(), newState()];
  const [fraction, exponent, sign, power] = [newState(), newState(), newState(), newState()];
  on(from, '-', minus);
  for (const start of [from, minus]) {
    on(start, digits, whole);
    on(start, '0', zero);
  }
  on(whole, digits, whole);
  for (const end of [zero, whole]) on(end, '.', point);
  for (const state of [point, fraction]) on(state, digits, fraction);
  for (const end of [zero, whole, fraction]) on(end, 'eE', exponent);
  on(exponent, '+-', sign);
  for (const state of [exponent, sign, power]) on(state, digits, power);
  return [zero, whole, fraction, power];
}

interface Place {
  readonly begin: number;
  readonly after: number;
  /** Numbers of the states in which a value may be complete: `after`, or after a digit of a number. */
  readonly ends: readonly number[];
}

function addPlace(): Place {
  const begin = newState();
  const after = newState();
  on(begin, blanks, begin);
  on(begin, '{', intoObject);
  on(begin, '[', intoArray);
  addString(begin, after);
  for (const word of ['true', 'false', 'null']) addWord(begin, word, after);
  const ends = [after, ...addNumber(begin)];
  for (const end of ends) on(end, blanks, after);
  return { begin, after, ends };
}

function likeState(state: number): number {
  const copy = newState();
  table.copyWithin(copy * signs, state * signs, (state + 1) * signs);
  return copy;
}

const inDocument = addPlace();
/** Initial state: as at the beginning of a document, but a byte order mark may come first. */
const start = likeState(inDocument.begin);
const marks = [newState(), newState()] as const;
on(start, [0xef], marks[0]);
on(marks[0], [0xbb], marks[1]);
on(marks[1], [0xbf], inDocument.begin);

const inArray = addPlace();
const emptyArray = likeState(inArray.begin);
on(emptyArray, blanks, emptyArray);
on(emptyArray, ']', out);
for (const end of inArray.ends) {
  on(end, ',', inArray.begin);
  on(end, ']', out);
}

const inObject = addPlace();
const [emptyObject, name, colon] = [newState(), newState(), newState()];
for (const state of [emptyObject, name]) {
  on(state, blanks, state);
  addString(state, colon);
}
on(emptyObject, '}', out);
on(colon, blanks, colon);
on(colon, ':', inObject.begin);
for (const end of inObject.ends) {
  on(end, ',', name);
  on(end, '}', out);
}

/** Why the bytes are no JSON document. `after`: number of bytes that were still valid. */
export type Flaw = 'nothing there' | 'too deep' | { readonly after: number };

export class JsonScan {
  #state = start;
  #taken = 0;
  #isTooDeep = false;
  /** The states to which the enclosing objects and arrays return at their end, outermost first. */
  readonly #behind: number[] = [];
  #after = inDocument.after;

  take(bytes: Uint8Array): void {
    let state = this.#state;
    const { length } = bytes;
    if (state === astray) return;
    let index = 0;
    for (; index < length; index += 1) {
      state = table[(state << 8) | (bytes[index] ?? 0)] ?? astray;
      if (state <= mostStrings) {
        if (state === astray) break;
        while (index + 1 < length && isPlain[bytes[index + 1] ?? 0] === 1) index += 1;
      } else if (state >= intoObject) state = this.#step(state);
    }
    this.#state = state;
    this.#taken += index;
  }

  /** Returns whether the bytes so far are no JSON, whatever follows. */
  isAstray(): boolean {
    return this.#state === astray;
  }

  /** Returns whether the bytes so far are one complete document within the depth limit. */
  isComplete(): boolean {
    return inDocument.ends.includes(this.#state);
  }

  flaw(): Flaw | null {
    if (this.#isTooDeep) return 'too deep';
    if (this.#state === start || this.#state === inDocument.begin) return 'nothing there';
    return this.isComplete() ? null : { after: this.#taken };
  }

  #step(way: number): number {
    if (way === out) {
      this.#after = this.#behind.pop() ?? astray;
      return this.#after;
    }
    this.#behind.push(this.#after);
    if (this.#behind.length > depthLimit) {
      this.#isTooDeep = true;
      return astray;
    }
    this.#after = way === intoObject ? inObject.after : inArray.after;
    return way === intoObject ? emptyObject : emptyArray;
  }
}
