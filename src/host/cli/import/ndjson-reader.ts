import { flawIn } from '#contract/json/flaw.ts';
import { parseJson } from '#contract/json/parse.ts';
import { completeFile, type Entry, FileFault, longestRecord, type RecordReader, tooLong } from './records.ts';

/** Parses the JSON text of one record. */
export function parseRecord(text: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    return { value: parseJson(text) };
  } catch {
    const at = flawIn(text) ?? text.length;
    const reason = at >= text.length ? 'the JSON ends too early' : `invalid JSON at character ${at + 1}`;
    return { reason };
  }
}

/** Reads JSON lines: one record on each line. Blank lines are skipped. */
export class NdjsonReader implements RecordReader {
  line = 1;
  /** Text of a line whose end has not come yet. */
  #rest = '';

  take(text: string): readonly Entry[] {
    const entries: Entry[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#add(this.#rest + text.slice(from, end), entries);
      this.#rest = '';
      this.line += 1;
      from = end + 1;
    }
    this.#rest += text.slice(from);
    this.#checkLength(this.#rest);
    return entries;
  }

  end(): ReturnType<RecordReader['end']> {
    const entries: Entry[] = [];
    this.#add(this.#rest, entries);
    return { entries, claim: completeFile };
  }

  #checkLength(text: string): void {
    if (text.length > longestRecord) throw new FileFault(this.line, tooLong);
  }

  #add(text: string, entries: Entry[]): void {
    this.#checkLength(text);
    const record = text.trim();
    if (record !== '') entries.push({ line: this.line, ...parseRecord(record) });
  }
}
