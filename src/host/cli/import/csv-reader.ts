/** Reads the records of a CSV file with a header row. It may be a table that a page exported. */

import { type Fields, type ListResource, listFields } from '#contract/resources.ts';
import { withoutApostrophe } from '#domain/text/exports.ts';
import { type CsvRecord, CsvRecords } from './csv-records.ts';
import { parseRecord } from './ndjson-reader.ts';
import { claimOfHeading, type Entry, FileFault, type RecordReader } from './records.ts';

interface Column {
  readonly name: string;
  /** Type of the field; `null` for a column that the API document does not have. */
  readonly type: 'string' | 'integer' | 'strings' | null;
}

/**
 * Reads an integer exactly. Another text stays as it is, and the contract refuses it. So does a number that is
 * greater than any double.
 */
function integerOf(text: string): number | bigint | string {
  if (!/^-?\d{1,300}$/.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** Reads a list of words: a JSON array, or words with semicolons between them. */
function wordsOf(text: string): unknown {
  if (text.startsWith('[')) {
    const parsed = parseRecord(text);
    return 'value' in parsed ? parsed.value : text;
  }
  return text === '' ? [] : text.split(';').map((word) => word.trim());
}

export class CsvReader implements RecordReader {
  readonly #fields: Fields;
  readonly #records = new CsvRecords();
  /** Lines "# key: value" above the header row, which a page writes. */
  readonly #heading = new Map<string, string>();
  #columns: readonly Column[] | null = null;
  /** Number of records so far. */
  #count = 0;

  constructor(resource: ListResource) {
    this.#fields = listFields[resource];
  }

  get line(): number {
    return this.#records.line;
  }

  take(text: string): readonly Entry[] {
    return this.#entries(this.#records.take(text));
  }

  end(): ReturnType<RecordReader['end']> {
    const entries = this.#entries(this.#records.end());
    if (!this.#columns) throw new FileFault(this.line, 'the file has no header row');
    return { entries, claim: claimOfHeading(this.#heading, { line: this.line, count: this.#count }) };
  }

  #entries(records: readonly CsvRecord[]): readonly Entry[] {
    const entries: Entry[] = [];
    for (const record of records) {
      if (this.#columns) entries.push(this.#entry(record, this.#columns));
      else this.#readHead(record);
    }
    this.#count += entries.length;
    return entries;
  }

  #readHead({ line, cells }: CsvRecord): void {
    const [first] = cells;
    if (cells.length === 1 && first?.startsWith('# ') === true) {
      const end = first.indexOf(': ');
      if (end !== -1) this.#heading.set(first.slice(2, end), first.slice(end + 2));
      return;
    }
    const names = cells.map((cell) => (cell ?? '').trim());
    const repeated = names.find((name, index) => name !== '' && names.indexOf(name) < index);
    if (repeated !== undefined)
      throw new FileFault(line, `the header row has the column ${JSON.stringify(repeated)} twice`);
    const missing = Object.keys(this.#fields).filter((name) => !names.includes(name));
    if (missing.length > 0)
      throw new FileFault(
        line,
        `the header row has no ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}`,
      );
    this.#columns = names.map((name) => ({
      name,
      type: Object.hasOwn(this.#fields, name) ? (this.#fields[name]?.type ?? null) : null,
    }));
  }

  #entry({ line, cells }: CsvRecord, columns: readonly Column[]): Entry {
    if (cells.length !== columns.length)
      return { line, reason: `the row has ${cells.length} cells, and the header row ${columns.length}` };
    const value: Record<string, unknown> = {};
    for (const [index, { name, type }] of columns.entries()) {
      const cell = cells[index] ?? null;
      if (cell === null || name === '') continue;
      const text = this.#heading.size > 0 ? withoutApostrophe(cell) : cell;
      value[name] = type === 'integer' ? integerOf(text) : type === 'strings' ? wordsOf(text) : text;
    }
    return { line, value };
  }
}
