/** Splits CSV into records and cells by RFC 4180. Lines may also end in a line feed alone. */

import { FileFault, longestRecord, tooLong } from './records.ts';

export interface CsvRecord {
  /** Line at which the record begins, from 1. */
  readonly line: number;
  /** `null` for an empty cell without quotes. With quotes it is an empty text. */
  readonly cells: readonly (string | null)[];
}

/** Where the next character stands. `behind quotes`: after a quote that ends a cell, or is the first of two. */
type Place = 'at a cell' | 'in a cell' | 'in quotes' | 'behind quotes' | 'after a carriage return';

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const comma = 0x2c;

export class CsvRecords {
  /** Line that is being read, from 1. */
  line = 1;
  #start = 1;
  #place: Place = 'at a cell';
  #cells: (string | null)[] = [];
  /** The part of the cell that has come so far. */
  #cell = '';
  #isQuoted = false;
  /** Number of characters in the cells of the record, the last one not counted. */
  #length = 0;

  /** @throws FileFault if the text is not CSV. */
  take(text: string): readonly CsvRecord[] {
    const records: CsvRecord[] = [];
    /** Index from which the text belongs to the cell. */
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#place === 'in quotes') {
        if (code === newline) this.line += 1;
        if (code !== quote) continue;
        this.#cell += text.slice(from, at);
        this.#place = 'behind quotes';
        from = at + 1;
        continue;
      }
      if (code === quote) {
        from = this.#openQuotes(at);
        continue;
      }
      if (code !== comma && code !== newline && code !== carriageReturn) {
        if (this.#place === 'behind quotes') throw this.#fault('a quote inside of a cell is not doubled');
        if (this.#place === 'after a carriage return')
          throw this.#fault('a carriage return must be followed by a line feed');
        if (this.#place === 'at a cell') {
          this.#place = 'in a cell';
          from = at;
        }
        continue;
      }
      if (this.#place === 'after a carriage return') {
        if (code !== newline) throw this.#fault('a carriage return must be followed by a line feed');
      } else {
        if (this.#place === 'in a cell') this.#cell += text.slice(from, at);
        this.#endCell();
      }
      if (code === comma) this.#place = 'at a cell';
      else if (code === carriageReturn) this.#place = 'after a carriage return';
      else this.#endRecord(records);
      from = at + 1;
    }
    if (this.#place === 'in a cell' || this.#place === 'in quotes') this.#cell += text.slice(from);
    this.#checkLength();
    return records;
  }

  /** Ends the file, whose last line may have no line end. */
  end(): readonly CsvRecord[] {
    const records: CsvRecord[] = [];
    if (this.#place === 'in quotes')
      throw new FileFault(this.#start, 'the quotes of a cell do not end, as if the file had been cut');
    const isEmpty = this.#place === 'at a cell' && this.#cells.length === 0;
    if (isEmpty) return records;
    if (this.#place !== 'after a carriage return') this.#endCell();
    this.#endRecord(records);
    return records;
  }

  #fault(reason: string): FileFault {
    return new FileFault(this.line, reason);
  }

  /** Takes a quote outside of quotes. @returns the index from which the text belongs to the cell. */
  #openQuotes(at: number): number {
    if (this.#place === 'in a cell') throw this.#fault('a cell with a quote is not in quotes');
    if (this.#place === 'after a carriage return')
      throw this.#fault('a carriage return must be followed by a line feed');
    // The second of two quotes is a character of the cell.
    const isCharacter = this.#place === 'behind quotes';
    this.#place = 'in quotes';
    this.#isQuoted = true;
    return isCharacter ? at : at + 1;
  }

  #endCell(): void {
    this.#length += this.#cell.length;
    this.#cells.push(this.#cell === '' && !this.#isQuoted ? null : this.#cell);
    this.#cell = '';
    this.#isQuoted = false;
    this.#checkLength();
  }

  #endRecord(records: CsvRecord[]): void {
    const cells = this.#cells;
    // A blank line is no record.
    if (cells.length > 1 || (cells[0] ?? null) !== null) records.push({ line: this.#start, cells });
    this.#cells = [];
    this.#length = 0;
    this.line += 1;
    this.#start = this.line;
    this.#place = 'at a cell';
  }

  #checkLength(): void {
    if (this.#length + this.#cells.length + this.#cell.length > longestRecord)
      throw new FileFault(this.#start, tooLong);
  }
}
