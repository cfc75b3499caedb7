/**
 * Rows in columns as bytes, from the host to a page: half as long as their JSON, and nothing is left to be parsed. First
 * the length of a head in JSON, then the head, then what it names, each part from a multiple of eight bytes on.
 */

import type { Column, NumberColumn, TextColumn } from './column.ts';
import type { QuickRows } from './quick-rows.ts';

/** The column of a field as the head names it; its numbers and texts follow in this order. */
type PackedColumn =
  | { readonly kind: 'number' }
  /** `codes`: bytes of each. */
  | { readonly kind: 'few'; readonly values: readonly (string | null)[]; readonly codes: 1 | 2 | 4 }
  /** `bytes`: of its text. */
  | { readonly kind: 'pool'; readonly bytes: number };

interface Head {
  readonly count: number;
  readonly envelope: string;
  readonly columns: readonly (readonly [field: string, column: PackedColumn])[];
}

type Part = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const step = 8;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Numbers are packed as they are in memory here, and in every browser. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function padded(length: number): number {
  return Math.ceil(length / step) * step;
}

function narrowed(codes: Uint32Array, values: number): Uint8Array | Uint16Array | Uint32Array {
  if (values <= 1 << 8) return new Uint8Array(codes);
  return values <= 1 << 16 ? new Uint16Array(codes) : codes;
}

function packColumn(column: TextColumn | NumberColumn): readonly [PackedColumn, readonly Part[]] {
  if (column.kind === 'number') return [{ kind: 'number' }, [column.values]];
  if (column.kind === 'pool') {
    const text = encoder.encode(column.text);
    return [{ kind: 'pool', bytes: text.length }, [column.ends, text]];
  }
  const codes = narrowed(column.codes, column.values.length);
  // The bytes of a code, as its array has it.
  const bytes = codes.BYTES_PER_ELEMENT as 1 | 2 | 4;
  return [{ kind: 'few', values: column.values, codes: bytes }, [codes]];
}

/** What quick-rows.ts reads: no text is absent there, and no number is past 2^53. */
function isPackable(column: Column): column is TextColumn | NumberColumn {
  if (column.kind === 'number') return column.large.size === 0;
  return column.kind === 'few' || (column.kind === 'pool' && column.absent === null);
}

/** `null` of columns that cannot be packed. */
export function packRows({ count, envelope, columns }: QuickRows): Uint8Array<ArrayBuffer> | null {
  if (!isLittleEndian) return null;
  const named: Head['columns'][number][] = [];
  const parts: Part[] = [];
  for (const [field, column] of columns) {
    if (!isPackable(column)) return null;
    const [packed, own] = packColumn(column);
    named.push([field, packed]);
    parts.push(...own);
  }
  const head = encoder.encode(JSON.stringify({ count, envelope, columns: named } satisfies Head));
  const start = padded(4 + head.length);
  const length = parts.reduce((sum, part) => sum + padded(part.byteLength), start);
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 4);
  let at = start;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += padded(part.byteLength);
  }
  return bytes;
}

/** @throws RangeError where bytes are missing. */
export function unpackRows({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): QuickRows {
  const headLength = new DataView(buffer, byteOffset, byteLength).getUint32(0, true);
  const text = (from: number, length: number) => decoder.decode(new Uint8Array(buffer, from, length));
  // Written above.
  const { count, envelope, columns } = JSON.parse(text(byteOffset + 4, headLength)) as Head;
  let at = byteOffset + padded(4 + headLength);
  const next = (length: number): number => {
    const from = at;
    at += padded(length);
    return from;
  };
  /** A copy: the columns are not to keep all the bytes that they came with. */
  const copied = (length: number): ArrayBuffer => {
    const from = next(length);
    return buffer.slice(from, from + length);
  };
  const codesOf = (bytes: 1 | 2 | 4) => {
    if (bytes === 4) return new Uint32Array(copied(4 * count));
    const from = next(bytes * count);
    return new Uint32Array(
      bytes === 1 ? new Uint8Array(buffer, from, count) : new Uint16Array(buffer, from, count),
    );
  };
  const unpack = (column: PackedColumn): Column => {
    switch (column.kind) {
      case 'number':
        return { kind: 'number', values: new Float64Array(copied(8 * count)), large: new Map() };
      case 'few':
        return { kind: 'few', values: column.values, codes: codesOf(column.codes) };
      case 'pool': {
        const ends = new Uint32Array(copied(4 * count));
        return { kind: 'pool', text: text(next(column.bytes), column.bytes), ends, absent: null };
      }
    }
  };
  const unpacked = new Map(columns.map(([field, column]) => [field, unpack(column)]));
  if (at !== byteOffset + byteLength) throw new RangeError('Columns came with too few or too many bytes.');
  return { count, envelope, columns: unpacked };
}
