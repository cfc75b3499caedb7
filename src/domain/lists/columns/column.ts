import type { Integer } from '#contract/resources.ts';

/** Encoding of a column with few distinct values: each value is stored once, and each row has its index. */
export interface Dictionary<T> {
  readonly values: readonly T[];
  readonly codes: Uint32Array;
}

/** Encoding of a column of mostly distinct texts: all texts concatenated in one string. */
export interface Pool {
  readonly text: string;
  /** Index in `text` at which each row's text ends. It starts where the previous row's text ends. */
  readonly ends: Uint32Array;
  /** Flags by row: 1 for a row without a text. `null` if every row has a text. */
  readonly absent: Uint8Array | null;
}

export type TextColumn =
  | ({ readonly kind: 'few' } & Dictionary<string | null>)
  | ({ readonly kind: 'pool' } & Pool);

export type WordsColumn = { readonly kind: 'words' } & Dictionary<readonly string[] | null>;

export interface NumberColumn {
  readonly kind: 'number';
  /**
   * Values rounded to doubles; `NaN` for an absent value. `large` has the exact integers beyond 2^53 by row.
   */
  readonly values: Float64Array;
  readonly large: ReadonlyMap<number, bigint>;
}

export type Column = TextColumn | WordsColumn | NumberColumn;

/** Number of distinct texts up to which a column always gets a dictionary. */
const few = 4096;

/** Whether a column has too many distinct texts for a dictionary, when `row` brings another one. */
export function isMany(different: number, row: number): boolean {
  return different >= few && different > row / 2;
}

export function textColumn(count: number, at: (row: number) => string | null): TextColumn {
  const codes = new Uint32Array(count);
  const known = new Map<string | null, number>();
  for (let row = 0; row < count; row += 1) {
    const value = at(row);
    let code = known.get(value);
    if (code === undefined) {
      code = known.size;
      if (isMany(code, row)) return poolColumn(count, at);
      known.set(value, code);
    }
    codes[row] = code;
  }
  return { kind: 'few', values: [...known.keys()], codes };
}

function poolColumn(count: number, at: (row: number) => string | null): TextColumn {
  const texts = Array.from<string>({ length: count });
  const ends = new Uint32Array(count);
  let absent: Uint8Array | null = null;
  let end = 0;
  for (let row = 0; row < count; row += 1) {
    const value = at(row);
    if (value === null) {
      absent ??= new Uint8Array(count);
      absent[row] = 1;
    }
    const text = value ?? '';
    texts[row] = text;
    end += text.length;
    ends[row] = end;
  }
  return { kind: 'pool', text: texts.join(''), ends, absent };
}

export function numberColumn(count: number, at: (row: number) => Integer | null): NumberColumn {
  const values = new Float64Array(count);
  const large = new Map<number, bigint>();
  for (let row = 0; row < count; row += 1) {
    const value = at(row);
    if (typeof value === 'bigint') large.set(row, value);
    values[row] = value === null ? Number.NaN : Number(value);
  }
  return { kind: 'number', values, large };
}

export function wordsColumn(count: number, at: (row: number) => readonly string[] | null): WordsColumn {
  const codes = new Uint32Array(count);
  const known = new Map<string, number>();
  const values: (readonly string[] | null)[] = [];
  for (let row = 0; row < count; row += 1) {
    const value = at(row);
    const label = JSON.stringify(value);
    const code = known.get(label) ?? values.length;
    if (code === values.length) {
      known.set(label, code);
      values.push(value);
    }
    codes[row] = code;
  }
  return { kind: 'words', values, codes };
}

export function startOf(pool: Pool, row: number): number {
  return row === 0 ? 0 : (pool.ends[row - 1] ?? 0);
}

export function textAt(column: TextColumn, row: number): string | null {
  if (column.kind === 'few') return column.values[column.codes[row] ?? 0] ?? null;
  if (column.absent?.[row] === 1) return null;
  return column.text.slice(startOf(column, row), column.ends[row]);
}

export function wordsAt(column: WordsColumn, row: number): readonly string[] | null {
  return column.values[column.codes[row] ?? 0] ?? null;
}

export function numberAt(column: NumberColumn, row: number): Integer | null {
  const value = column.values[row] ?? Number.NaN;
  if (column.large.size > 0) {
    const exact = column.large.get(row);
    if (exact !== undefined) return exact;
  }
  return Number.isNaN(value) ? null : value;
}

export function valueAt(column: Column, row: number): string | Integer | readonly string[] | null {
  if (column.kind === 'number') return numberAt(column, row);
  return column.kind === 'words' ? wordsAt(column, row) : textAt(column, row);
}
