/**
 * Fast reader: reads the rows of a list from its bytes as they arrive, without creating objects. It accepts
 * only lists without findings. All rows must have the same layout, with every documented field in its type
 * and format. An id must not be repeated. Any other list is left to the JSON reader.
 */

import { type Form, hasForm } from '#contract/forms.ts';
import { type Field, type ListResource, listFields } from '#contract/resources.ts';
import type { Column } from '../column.ts';
import {
  type Fits,
  type GrowingColumn,
  GrowingNumbers,
  GrowingTexts,
  incomplete,
  unsupported,
} from './column-builders.ts';

export interface ByteRows {
  readonly count: number;
  readonly columns: ReadonlyMap<string, Column>;
  readonly envelope: string;
}

/** A field of the rows, in the order in which the rows' text has the fields. */
interface Member {
  readonly name: string;
  /** Bytes between the previous field's value and this field's value. */
  readonly before: Uint8Array;
  readonly column: GrowingColumn;
}

/** Layout of the rows' text, taken from the first row. */
interface Layout {
  readonly members: readonly Member[];
  /** Bytes after the last value of a row. */
  readonly end: Uint8Array;
  /** Bytes between two rows; empty if there is only one row. */
  readonly between: Uint8Array;
}

/** Blanks as JSON allows them: fewer characters than `\s`. */
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
/**
 * Maximum number of bytes before the first row, in one row, and after the last row. A list that exceeds it is
 * left to the JSON reader.
 */
const maximumBytes = 64 * 1024;

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

/** Returns a test for a text format. It tests ids without creating strings, because nearly all ids differ. */
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
    const [text, before = '', name = ''] = match;
    const field = documented.get(name);
    if (match.index !== end || !field || field.type === 'strings') return null;
    members.push({ name, before: encoder.encode(before), column: columnFor(resource, name, field) });
    end = match.index + text.length;
  }
  const names = new Set(members.map(({ name }) => name));
  if (members.length !== documented.size || names.size !== documented.size) return null;
  return { members, end: encoder.encode(row.slice(end)) };
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
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
  /** Bytes not read yet: the start of the list, part of a row, or the text after the rows. */
  #bytes: Uint8Array = nothing;
  /**
   * Parts that arrived later. They are joined in larger steps, so that a row that arrives byte by byte is not
   * reread with each byte.
   */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #opening = '';
  #layout: Layout | null = null;
  #count = 0;
  #state: 'before rows' | 'at a row' | 'after a row' | 'after rows' | 'given up' = 'before rows';

  constructor(resource: ListResource) {
    this.#resource = resource;
  }

  take(part: Uint8Array): void {
    if (this.#state === 'given up') return;
    this.#waiting.push(part);
    this.#waitingBytes += part.length;
    if (this.#waitingBytes >= this.#bytes.length) this.#go(false);
  }

  /**
   * Ends the list.
   * @returns its rows; `null` if the list would have findings or has another layout
   */
  end(): ByteRows | null {
    this.#go(true);
    if (this.#state !== 'after rows' || !this.#layout) return null;
    const rest = decoder.decode(this.#bytes);
    // If a member is repeated, JSON uses the last one. `data` may repeat here, also with an escaped name.
    if (/"data"|\\/.test(rest)) return null;
    try {
      const columns = this.#layout.members.map(
        ({ name, column }) => [name, column.column(this.#count)] as const,
      );
      return { count: this.#count, columns: new Map(columns), envelope: this.#opening + rest };
    } catch (cause) {
      // A list with invalid UTF-8 is left to the JSON reader.
      if (cause instanceof TypeError) return null;
      throw cause;
    }
  }

  #go(isLast: boolean): void {
    this.#bytes = concatenate([this.#bytes, ...this.#waiting]);
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#state === 'before rows') this.#begin(isLast);
    if (this.#state === 'at a row' || this.#state === 'after a row') this.#readRows(isLast);
    if (this.#bytes.length > maximumBytes) this.#state = 'given up';
    if (this.#state === 'given up') this.#bytes = nothing;
  }

  #begin(isLast: boolean): void {
    const start = decoder.decode(this.#bytes.subarray(0, maximumBytes));
    const opening = matchAt(head, start, 0);
    const first = opening === null ? null : matchAt(firstRow, start, opening.length);
    const end = (opening?.length ?? 0) + (first?.length ?? 0);
    const isComplete = isLast || this.#bytes.length >= maximumBytes;
    // Wait for more bytes: the separator of rows may come with them.
    if (!isComplete && (first === null || !/[^ \t\n\r,]/.test(start.slice(end)))) return;
    const members = first === null ? null : membersOf(this.#resource, first);
    if (opening === null || !members) {
      this.#state = 'given up';
      return;
    }
    this.#opening = opening;
    this.#layout = { ...members, between: encoder.encode(matchAt(comma, start, end) ?? '') };
    // The opening is ASCII, so it has as many bytes as characters.
    this.#bytes = this.#bytes.subarray(opening.length);
    this.#state = 'at a row';
  }

  #readRows(isLast: boolean): void {
    const bytes = this.#bytes;
    const between = this.#layout?.between ?? nothing;
    let at = 0;
    while (this.#state === 'at a row' || this.#state === 'after a row') {
      if (this.#state === 'at a row') {
        const end = this.#readRow(bytes, at);
        if (end === incomplete && !isLast) break;
        if (end < 0) this.#state = 'given up';
        else {
          at = end;
          this.#count += 1;
          this.#state = 'after a row';
        }
      } else if (between.length > 0 && isAt(bytes, at, between)) {
        at += between.length;
        this.#state = 'at a row';
      } else if (at + between.length > bytes.length && !isLast) break;
      else this.#state = 'after rows';
    }
    // Copies the incomplete row, so that it does not keep the complete buffer in memory.
    this.#bytes = bytes.slice(at);
  }

  /**
   * Reads the row that starts at `start`.
   * @returns the index after the row, or the negative code `incomplete` or `unsupported`
   */
  #readRow(bytes: Uint8Array, start: number): number {
    if (!this.#layout) return unsupported;
    let at = start;
    for (const { before, column } of this.#layout.members) {
      if (at + before.length >= bytes.length) return incomplete;
      if (!isAt(bytes, at, before)) return unsupported;
      at = column.read(this.#count, bytes, at + before.length);
      if (at < 0) return at;
    }
    const { end } = this.#layout;
    if (at + end.length > bytes.length) return incomplete;
    return isAt(bytes, at, end) ? at + end.length : unsupported;
  }
}
