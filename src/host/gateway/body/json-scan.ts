/**
 * Tells of bytes, while they arrive, whether they are a JSON document: by a table, one step a byte, without making a
 * value of any of it. What is wrong with a document is for those to say who read it as a whole.
 */

import { depthLimit } from '#contract/json/parse.ts';

const signs = 256;
/** State → byte → next state; the state 0 is that of bytes which are no JSON. */
const table = new Uint8Array(signs * signs);
const astray = 0;
/** No states but steps into a container and out of it: where they lead depends on what is around it. */
const intoObject = 253;
const intoArray = 254;
const out = 255;

/** States inside a string come first: most bytes lead from them to themselves. */
const mostStrings = 5;
let strings = astray;
let states = mostStrings;

function newState(): number {
  states += 1;
  return states;
}

function on(state: number, bytes: string | readonly number[], next: number): void {
  for (const byte of bytes)
    table[state * signs + (typeof byte === 'string' ? byte.charCodeAt(0) : byte)] = next;
}

const blanks = '\t\n\r ';
const digits = '0123456789';
const hexDigits = '0123456789abcdefABCDEF';
/** A byte beyond ASCII is part of some character, or of what a decoder makes one of. */
const space = 0x20;
const plainBytes = Array.from({ length: signs - space }, (_, index) => space + index);

const quote = 0x22;
/** Whether a byte leads from inside a string to itself. */
const isPlain = new Uint8Array(signs).fill(1, space);
isPlain[quote] = 0;
isPlain[0x5c] = 0;

/** A string that begins in `from`, as far as `then`. */
function addString(from: number, then: number): void {
  strings += 1;
  const inside = strings;
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

/** A number that begins in `from`. @returns the states in which it may end. */
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
  /** Before a value. */
  readonly begin: number;
  /** Behind one. */
  readonly after: number;
  /** Where a value may have ended: there, or with the last byte of a number. */
  readonly ends: readonly number[];
}

/** The states of values in one kind of place. */
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

/** A state with the ways of another. */
function likeState(state: number): number {
  const copy = newState();
  table.copyWithin(copy * signs, state * signs, (state + 1) * signs);
  return copy;
}

const inDocument = addPlace();
/** With the mark that a decoder leaves out. */
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

/** Why bytes are no document, and how many of them might have begun one. */
export type Flaw = 'nothing there' | 'too deep' | { readonly after: number };

export class JsonScan {
  #state = start;
  #taken = 0;
  #isTooDeep = false;
  /** What is behind the container that is open now, and behind those around it. */
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

  /** Whether nothing that may follow makes it one document. */
  isAstray(): boolean {
    return this.#state === astray;
  }

  /** Whether all that was taken is one document, nested no deeper than is read here. */
  isWhole(): boolean {
    return inDocument.ends.includes(this.#state);
  }

  /** `null` where it is whole. */
  flaw(): Flaw | null {
    if (this.#isTooDeep) return 'too deep';
    if (this.#state === start || this.#state === inDocument.begin) return 'nothing there';
    return this.isWhole() ? null : { after: this.#taken };
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
