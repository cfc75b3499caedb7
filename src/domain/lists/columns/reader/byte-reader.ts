/**
 * Reads the rows of a list from its bytes while they arrive, without making an object of any. It reads only rows that
 * leave nothing to say: all written alike, every documented field there, of its type and form, no id twice, and no other
 * field. Of any other list it reads nothing.
 */

import { type Form, hasForm } from '#contract/forms.ts';
import { type Field, type ListResource, listFields } from '#contract/resources.ts';
import type { Column } from '../column.ts';
import {
  cut,
  type Fits,
  type GrowingColumn,
  GrowingNumbers,
  GrowingTexts,
  otherwise,
} from './column-builders.ts';

export interface ByteRows {
  readonly count: number;
  /** By documented field. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The body around the rows, which are left out of it. */
  readonly envelope: string;
}

/** A field of every row, in the order in which they are written. */
interface Member {
  readonly name: string;
  /** What is written before its value. */
  readonly before: Uint8Array;
  readonly column: GrowingColumn;
}

/** How rows are written, learned from the first one. */
interface Layout {
  readonly members: readonly Member[];
  /** After the last value. */
  readonly end: Uint8Array;
  /** Between two rows; empty where there is but one. */
  readonly between: Uint8Array;
}

/** What JSON takes for blanks, which is less than `\s`. */
const blanks = '[ \\t\\n\\r]*';
const value = '(?:"(?:[^"\\\\]|\\\\.)*"|\\d+)';
const name = `"\\w+"${blanks}:${blanks}`;
const head = new RegExp(
  `${blanks}\\{${blanks}"object"${blanks}:${blanks}"list"${blanks},${blanks}"data"${blanks}:${blanks}\\[${blanks}`,
  'y',
);
const firstRow = new RegExp(
  `\\{${blanks}${name}${value}(?:${blanks},${blanks}${name}${value})*${blanks}\\}`,
  'y',
);
const member = new RegExp(`([{,]${blanks}"(\\w+)"${blanks}:${blanks})${value}`, 'g');
const comma = new RegExp(`${blanks},${blanks}`, 'y');
/** What says how a list is written, a row, and what follows the rows are no longer than this, bytes; or they are not read here. */
const longest = 64 * 1024;

const zero = 0x30;
const nine = 0x39;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const nothing = new Uint8Array(0);

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function isLowerOrDigit(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= zero && byte <= nine);
}

/** Whether bytes have a form; ids, nearly all of which are different, without making a text of each. */
function fitting(form: Form | undefined): Fits {
  if (!form) return () => true;
  const hasTextForm: Fits = (bytes, from, to) => hasForm(form, decoder.decode(bytes.subarray(from, to)));
  if (form.kind !== 'id') return hasTextForm;
  const start = encoder.encode(`${form.prefix}_`);
  const length = start.length + 14;
  return (bytes, from, to) => {
    if (to - from !== length || !isAt(bytes, from, start)) return false;
    for (let at = from + start.length; at < to; at += 1) if (!isLowerOrDigit(bytes[at] ?? 0)) return false;
    return true;
  };
}

function isAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  if (at + expected.length > bytes.length) return false;
  for (let index = 0; index < expected.length; index += 1)
    if (bytes[at + index] !== expected[index]) return false;
  return true;
}

function columnFor(resource: ListResource, name: string, field: Field): Member['column'] {
  if (field.type !== 'string') return new GrowingNumbers();
  const fits = fitting(field.form);
  return new GrowingTexts(fits, name === (resource === 'region' ? 'code' : 'id'));
}

function membersOf(resource: ListResource, row: string): Pick<Layout, 'members' | 'end'> | null {
  const documented: ReadonlyMap<string, Field> = new Map(Object.entries(listFields[resource]));
  const members: Member[] = [];
  let end = 0;
  for (const match of row.matchAll(member)) {
    const [whole, before = '', name = ''] = match;
    const field = documented.get(name);
    if (match.index !== end || !field || field.type === 'strings') return null;
    members.push({ name, before: encoder.encode(before), column: columnFor(resource, name, field) });
    end = match.index + whole.length;
  }
  const names = new Set(members.map(({ name }) => name));
  if (members.length !== documented.size || names.size !== documented.size) return null;
  return { members, end: encoder.encode(row.slice(end)) };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter(({ length }) => length > 0);
  const [only = nothing] = filled;
  if (filled.length < 2) return only;
  const all = new Uint8Array(filled.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of filled) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

export class ByteReader {
  readonly #resource: ListResource;
  /** Bytes that are not read yet: less than a row, the start or the rest. */
  #bytes: Uint8Array = nothing;
  /** Parts that came after them: a row that comes byte by byte is not looked at with each. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #opening = '';
  #layout: Layout | null = null;
  #count = 0;
  #is: 'before rows' | 'at a row' | 'after a row' | 'after rows' | 'given up' = 'before rows';

  constructor(resource: ListResource) {
    this.#resource = resource;
  }

  take(part: Uint8Array): void {
    if (this.#is === 'given up') return;
    this.#waiting.push(part);
    this.#waitingBytes += part.length;
    if (this.#waitingBytes >= this.#bytes.length) this.#go(false);
  }

  /** `null` where there is something to say of the rows, or of how they are written. */
  end(): ByteRows | null {
    this.#go(true);
    if (this.#is !== 'after rows' || !this.#layout) return null;
    const rest = decoder.decode(this.#bytes);
    // Of a member that is there twice JSON takes the last, however its name is written.
    if (/"data"|\\/.test(rest)) return null;
    try {
      const columns = this.#layout.members.map(
        ({ name, column }) => [name, column.column(this.#count)] as const,
      );
      return { count: this.#count, columns: new Map(columns), envelope: this.#opening + rest };
    } catch (cause) {
      // Bytes that are no text are for those who read it as a whole.
      if (cause instanceof TypeError) return null;
      throw cause;
    }
  }

  #go(isLast: boolean): void {
    this.#bytes = joined([this.#bytes, ...this.#waiting]);
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#is === 'before rows') this.#begin(isLast);
    if (this.#is === 'at a row' || this.#is === 'after a row') this.#readRows(isLast);
    if (this.#bytes.length > longest) this.#is = 'given up';
    if (this.#is === 'given up') this.#bytes = nothing;
  }

  #begin(isLast: boolean): void {
    const start = decoder.decode(this.#bytes.subarray(0, longest));
    const opening = matchAt(head, start, 0);
    const first = opening === null ? null : matchAt(firstRow, start, opening.length);
    const end = (opening?.length ?? 0) + (first?.length ?? 0);
    const isWhole = isLast || this.#bytes.length >= longest;
    // How the second row is set apart may come with the next bytes.
    if (!isWhole && (first === null || !/[^ \t\n\r,]/.test(start.slice(end)))) return;
    const members = first === null ? null : membersOf(this.#resource, first);
    if (opening === null || !members) {
      this.#is = 'given up';
      return;
    }
    this.#opening = opening;
    this.#layout = { ...members, between: encoder.encode(matchAt(comma, start, end) ?? '') };
    // What opens a list is ASCII.
    this.#bytes = this.#bytes.subarray(opening.length);
    this.#is = 'at a row';
  }

  #readRows(isLast: boolean): void {
    const bytes = this.#bytes;
    const between = this.#layout?.between ?? nothing;
    let at = 0;
    while (this.#is === 'at a row' || this.#is === 'after a row') {
      if (this.#is === 'at a row') {
        const end = this.#readRow(bytes, at);
        if (end === cut && !isLast) break;
        if (end < 0) this.#is = 'given up';
        else {
          at = end;
          this.#count += 1;
          this.#is = 'after a row';
        }
      } else if (between.length > 0 && isAt(bytes, at, between)) {
        at += between.length;
        this.#is = 'at a row';
      } else if (at + between.length > bytes.length && !isLast) break;
      else this.#is = 'after rows';
    }
    // A row that was cut is as short as a row: it is not to keep all bytes it came with.
    this.#bytes = bytes.slice(at);
  }

  /** Reads a row at a position. @returns where it ends. */
  #readRow(bytes: Uint8Array, start: number): number {
    if (!this.#layout) return otherwise;
    let at = start;
    for (const { before, column } of this.#layout.members) {
      if (at + before.length >= bytes.length) return cut;
      if (!isAt(bytes, at, before)) return otherwise;
      at = column.read(this.#count, bytes, at + before.length);
      if (at < 0) return at;
    }
    const { end } = this.#layout;
    if (at + end.length > bytes.length) return cut;
    return isAt(bytes, at, end) ? at + end.length : otherwise;
  }
}
