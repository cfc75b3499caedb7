import { Buffer, isUtf8 } from 'node:buffer';
import { FileFault } from './records.ts';

const newline = 0x0a;
const byteOrderMark = '\u{FEFF}';

/** Returns the number of bytes without a character that is cut at the end. */
function wholeCharacters(bytes: Buffer): number {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? length - back : length;
    // Bytes below 0x80 are characters of their own, the others continue a character.
    if (byte < 0x80) return length;
  }
  return length;
}

/** Decodes the bytes of a file. Drops a byte order mark, and refuses what is not UTF-8. */
export class Utf8Text {
  #rest: Buffer = Buffer.alloc(0);
  #isStart = true;

  /**
   * @param line - line of the file at which the bytes begin.
   * @throws FileFault with the first line that is not UTF-8.
   */
  take(bytes: Buffer, line: number): string {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const end = wholeCharacters(all);
    const whole = all.subarray(0, end);
    if (!isUtf8(whole)) throw faultIn(whole, line);
    this.#rest = Buffer.from(all.subarray(end));
    const text = whole.toString('utf8');
    if (!this.#isStart || text === '') return text;
    this.#isStart = false;
    return text.startsWith(byteOrderMark) ? text.slice(1) : text;
  }

  /** @throws FileFault if the file ends within a character. */
  end(line: number): void {
    if (this.#rest.length > 0) throw faultIn(this.#rest, line);
  }
}

function faultIn(bytes: Buffer, start: number): FileFault {
  let line = start;
  let from = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
    if (!isUtf8(bytes.subarray(from, end))) break;
    from = end + 1;
    line += 1;
  }
  return new FileFault(line, 'this line is not UTF-8');
}
