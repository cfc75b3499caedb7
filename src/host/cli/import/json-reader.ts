/**
 * Reads the records of a JSON file: an array, the API's own response, or a table that a page exported. The
 * file is cut into values, and each value is parsed alone, so that any file takes little memory.
 */

import { decodeList } from '#contract/decode/list.ts';
import { ContractError } from '#contract/decode/row.ts';
import { endpoints } from '#contract/endpoints.ts';
import { depthLimit, isPlainObject } from '#contract/json/parse.ts';
import type { ListResource } from '#contract/resources.ts';
import { describeFinding } from '#service/stored-row.ts';
import { parseRecord } from './ndjson-reader.ts';
import {
  claimOfHeading,
  completeFile,
  type Entry,
  type FileClaim,
  FileFault,
  longestRecord,
  type RecordReader,
  tooLong,
} from './records.ts';

/** What the grammar allows next, outside of a value. `first …` also accepts the closing bracket. */
type Expected =
  | 'document'
  | 'first item'
  | 'item'
  | 'after item'
  | 'first name'
  | 'name'
  | 'colon'
  | 'member'
  | 'after member'
  | 'end';

/** Members beside `data` that state how complete the records are. */
const claimMembers: ReadonlySet<string> = new Set(['object', 'pagination', 'about']);

const newline = 0x0a;
const quote = 0x22;
const backslash = 0x5c;

function isBlank(code: number): boolean {
  return code === 0x20 || code === newline || code === 0x0d || code === 0x09;
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}

/** Whether the character, a comma or a colon among others, ends a value without brackets and quotes. */
function isBehindScalar(code: number): boolean {
  return code === 0x2c || code === 0x3a || isClosing(code) || isBlank(code);
}

export class JsonReader implements RecordReader {
  line = 1;
  readonly #resource: ListResource;
  #expected: Expected = 'document';
  /** Whether the document is an object, which has the records in its member `data`. */
  #isObject = false;
  #hasData = false;
  #name = '';
  #items = 0;
  readonly #members = new Map<string, unknown>();
  /** The part of a value that has come so far; `null` between two values. */
  #value: string | null = null;
  #valueLine = 1;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(resource: ListResource) {
    this.#resource = resource;
  }

  take(text: string): readonly Entry[] {
    const entries: Entry[] = [];
    let at = 0;
    while (at < text.length) at = this.#value === null ? this.#step(text, at) : this.#scan(text, at, entries);
    return entries;
  }

  end(): ReturnType<RecordReader['end']> {
    if (this.#expected === 'document') throw new FileFault(this.line, 'the file is empty');
    if (this.#expected !== 'end')
      throw new FileFault(this.line, 'the file ends too early, as if it had been cut');
    if (this.#isObject && !this.#hasData)
      throw new FileFault(1, 'the file is neither an array nor a response with an array `data`');
    return { entries: [], claim: this.#claim() };
  }

  /** Takes one character between two values. @returns the index of the next one. */
  #step(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (isBlank(code)) {
      if (code === newline) this.line += 1;
      return at + 1;
    }
    const sign = text.charAt(at);
    switch (this.#expected) {
      case 'document':
        this.#isObject = sign === '{';
        return this.#go(sign, at, { '[': 'first item', '{': 'first name' });
      case 'first item':
        return sign === ']' ? this.#endItems(at) : this.#begin(code, at);
      case 'item':
        return this.#begin(code, at);
      case 'after item':
        return sign === ']' ? this.#endItems(at) : this.#go(sign, at, { ',': 'item' });
      case 'first name':
        return sign === '}' ? this.#go(sign, at, { '}': 'end' }) : this.#beginName(code, at);
      case 'name':
        return this.#beginName(code, at);
      case 'colon':
        return this.#go(sign, at, { ':': 'member' });
      case 'member':
        return this.#name === 'data' ? this.#beginData(sign, at) : this.#begin(code, at);
      case 'after member':
        return this.#go(sign, at, { ',': 'name', '}': 'end' });
      case 'end':
        throw new FileFault(
          this.line,
          'the JSON document ends before this line; if each line is a record, give --format ndjson',
        );
    }
  }

  #go(sign: string, at: number, next: Readonly<Record<string, Expected>>): number {
    const expected = next[sign];
    if (expected === undefined) throw this.#unexpected(sign);
    this.#expected = expected;
    return at + 1;
  }

  #unexpected(sign: string): FileFault {
    return new FileFault(this.line, `this line is not JSON: ${JSON.stringify(sign)} is unexpected`);
  }

  #endItems(at: number): number {
    this.#expected = this.#isObject ? 'after member' : 'end';
    return at + 1;
  }

  #begin(code: number, at: number): number {
    if (isBehindScalar(code)) throw this.#unexpected(String.fromCharCode(code));
    this.#value = '';
    this.#valueLine = this.line;
    return at;
  }

  #beginName(code: number, at: number): number {
    if (code !== quote) throw this.#unexpected(String.fromCharCode(code));
    return this.#begin(code, at);
  }

  #beginData(sign: string, at: number): number {
    if (sign !== '[') throw new FileFault(this.line, '`data` is not an array');
    if (this.#hasData) throw new FileFault(this.line, 'the file has `data` twice');
    this.#hasData = true;
    return this.#go(sign, at, { '[': 'first item' });
  }

  /** Takes characters up to the end of the value, or of the text. @returns the index of the next one. */
  #scan(text: string, start: number, entries: Entry[]): number {
    let at = start;
    let isComplete = false;
    while (!isComplete && at < text.length) {
      const code = text.charCodeAt(at);
      if (this.#isInString) isComplete = this.#isEndOfString(code) && this.#depth === 0;
      else if (this.#depth === 0 && isBehindScalar(code)) break;
      else if (code === quote) this.#isInString = true;
      else if (isOpening(code)) this.#deepen();
      else if (isClosing(code)) {
        this.#depth -= 1;
        isComplete = this.#depth === 0;
      }
      if (code === newline) this.line += 1;
      at += 1;
    }
    const value = (this.#value ?? '') + text.slice(start, at);
    if (value.length > longestRecord) throw new FileFault(this.#valueLine, tooLong);
    const hasEnded = isComplete || at < text.length;
    this.#value = hasEnded ? null : value;
    if (hasEnded) this.#complete(value, entries);
    return at;
  }

  #isEndOfString(code: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) this.#isInString = false;
    return !this.#isInString;
  }

  #deepen(): void {
    this.#depth += 1;
    if (this.#depth > depthLimit)
      throw new FileFault(this.#valueLine, `this record is nested deeper than ${depthLimit} levels`);
  }

  #complete(text: string, entries: Entry[]): void {
    const parsed = parseRecord(text);
    if (this.#expected === 'item' || this.#expected === 'first item') {
      this.#items += 1;
      entries.push({ line: this.#valueLine, item: this.#items, ...parsed });
      this.#expected = 'after item';
      return;
    }
    if ('reason' in parsed) throw new FileFault(this.#valueLine, parsed.reason);
    if (this.#expected === 'member') {
      if (claimMembers.has(this.#name)) this.#members.set(this.#name, parsed.value);
      this.#expected = 'after member';
    } else {
      this.#name = String(parsed.value);
      this.#expected = 'colon';
    }
  }

  /** Checks the members beside `data`. */
  #claim(): FileClaim {
    if (this.#members.has('pagination')) return this.#claimOfPagination();
    const about = this.#members.get('about');
    if (!isPlainObject(about)) return completeFile;
    return claimOfHeading(new Map(Object.entries(about)), { line: this.line, count: this.#items });
  }

  #claimOfPagination(): FileClaim {
    const endpoint = endpoints.find(({ resource }) => resource === this.#resource);
    if (!endpoint) return completeFile;
    const body = { object: 'list', ...Object.fromEntries(this.#members), data: [] };
    try {
      const { pagination, findings } = decodeList(endpoint, this.#resource, body, {}, this.#items);
      const [finding] = findings;
      if (finding) throw new FileFault(this.line, describeFinding(finding));
      return pagination.hasMore === true
        ? { claim: 'at-least', why: 'its pagination.has_more is true' }
        : completeFile;
    } catch (cause) {
      if (cause instanceof ContractError) throw new FileFault(1, '`object` is not "list"');
      throw cause;
    }
  }
}
