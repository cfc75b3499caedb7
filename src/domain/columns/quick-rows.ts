/**
 * Reads the rows of a list from its text without making an object of each. It reads only rows that leave nothing to say:
 * all written alike, every documented field there, of its type and form, and no other. Of any other list it reads nothing.
 */

import { type Form, hasForm } from '../../contract/forms.ts';
import { type Field, type ListResource, listFields } from '../../contract/resources.ts';

export type QuickValues =
  | { readonly type: 'string'; readonly values: readonly string[] }
  | { readonly type: 'integer'; readonly values: readonly number[] };

export interface QuickRows {
  readonly count: number;
  /** Field → its values, row by row. */
  readonly fields: ReadonlyMap<string, QuickValues>;
  /** The body around the rows, which are left out of it. */
  readonly envelope: string;
}

/** What is written between the values of a row, learned from the first one. */
interface Layout {
  readonly fields: readonly { readonly name: string; readonly field: Field; readonly before: string }[];
  /** After the last value. */
  readonly end: string;
}

const head = /\s*\{\s*"object"\s*:\s*"list"\s*,\s*"data"\s*:\s*\[/y;
const value = '(?:"(?:[^"\\\\]|\\\\.)*"|\\d+)';
const firstRow = new RegExp(`\\{\\s*"\\w+"\\s*:\\s*${value}(?:\\s*,\\s*"\\w+"\\s*:\\s*${value})*\\s*\\}`, 'y');
const member = new RegExp(`([{,]\\s*"(\\w+)"\\s*:\\s*)${value}`, 'g');
const between = /\s*,\s*/y;

const quote = 0x22;
const zero = 0x30;
const nine = 0x39;
/** Integers of more digits may be past 2^53. */
const mostDigits = 15;

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function layoutOf(resource: ListResource, row: string): Layout | null {
  const documented: ReadonlyMap<string, Field> = new Map(Object.entries(listFields[resource]));
  const fields: Layout['fields'][number][] = [];
  let end = 0;
  for (const match of row.matchAll(member)) {
    const [whole, before = '', name = ''] = match;
    const field = documented.get(name);
    if (match.index !== end || !field || field.type === 'strings') return null;
    fields.push({ name, field, before });
    end = match.index + whole.length;
  }
  const names = new Set(fields.map(({ name }) => name));
  if (fields.length !== documented.size || names.size !== documented.size) return null;
  return { fields, end: row.slice(end) };
}

/** The next position of a backslash, looked for once however often it is asked. */
function backslashes(text: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from && next !== text.length) {
      next = text.indexOf('\\', from);
      if (next < 0) next = text.length;
    }
    return next;
  };
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === 0x5c) at += 1;
  }
  return -1;
}

/** Many rows have the same time, and to read one takes long. */
const mostTimes = 4096;

function judge(): (form: Form, text: string) => boolean {
  const times = new Map<string, boolean>();
  return (form, text) => {
    if (form.kind !== 'timestamp') return hasForm(form, text);
    const known = times.get(text);
    if (known !== undefined) return known;
    const isTime = hasForm(form, text);
    if (times.size < mostTimes) times.set(text, isTime);
    return isTime;
  };
}

/** `null` where there is something to say of the rows, or of how they are written. */
export function quickRows(resource: ListResource, text: string): QuickRows | null {
  const opening = matchAt(head, text, 0);
  // A control character may stand within a string, where JSON has none.
  // oxlint-disable-next-line no-control-regex
  if (opening === null || /[\u0000-\u001f]/.test(text)) return null;
  const start = opening.length;
  const first = matchAt(firstRow, text, start);
  const layout = first === null ? null : layoutOf(resource, first);
  if (first === null || !layout) return null;
  const separator = matchAt(between, text, start + first.length) ?? '';
  const columns = layout.fields.map(({ field }) => ({
    strings: [] as string[],
    numbers: [] as number[],
    isNumber: field.type === 'integer',
  }));
  const nextBackslash = backslashes(text);
  const fits = judge();

  /** Reads the value of a column at a position. @returns where it ends, -1 where it says too much. */
  const readString = (field: Field, values: string[], at: number): number => {
    if (text.charCodeAt(at) !== quote) return -1;
    let end = text.indexOf('"', at + 1);
    if (end < 0) return -1;
    let read: string;
    if (nextBackslash(at) < end) {
      end = endOfString(text, at);
      if (end < 0) return -1;
      try {
        const parsed: unknown = JSON.parse(text.slice(at, end + 1));
        if (typeof parsed !== 'string') return -1;
        read = parsed;
      } catch {
        return -1;
      }
    } else read = text.slice(at + 1, end);
    if (field.type === 'string' && field.form && !fits(field.form, read)) return -1;
    values.push(read);
    return end + 1;
  };
  const readInteger = (values: number[], at: number): number => {
    let end = at;
    let read = 0;
    for (let code = text.charCodeAt(end); code >= zero && code <= nine; code = text.charCodeAt(end)) {
      read = read * 10 + code - zero;
      end += 1;
    }
    const digits = end - at;
    if (digits === 0 || digits > mostDigits || (digits > 1 && text.charCodeAt(at) === zero)) return -1;
    values.push(read);
    return end;
  };

  let at = start;
  let count = 0;
  for (;;) {
    for (const [index, { field, before }] of layout.fields.entries()) {
      const column = columns[index];
      if (!column || !text.startsWith(before, at)) return null;
      at += before.length;
      at = column.isNumber ? readInteger(column.numbers, at) : readString(field, column.strings, at);
      if (at < 0) return null;
    }
    if (!text.startsWith(layout.end, at)) return null;
    at += layout.end.length;
    count += 1;
    if (separator === '' || !text.startsWith(separator, at)) break;
    at += separator.length;
  }
  const fields = layout.fields.map(({ name }, index): [string, QuickValues] => {
    const { strings = [], numbers = [], isNumber = false } = columns[index] ?? {};
    return [name, isNumber ? { type: 'integer', values: numbers } : { type: 'string', values: strings }];
  });
  const rest = text.slice(at);
  // Of a member that is there twice JSON takes the last.
  if (rest.includes('"data"')) return null;
  return { count, fields: new Map(fields), envelope: text.slice(0, start) + rest };
}
