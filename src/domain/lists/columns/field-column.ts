import type { ListResource, ListRow } from '#contract/resources.ts';
import type { ListingField } from '../listing.ts';
import {
  type Column,
  type Dictionary,
  type NumberColumn,
  numberAt,
  numberColumn,
  type TextColumn,
  textAt,
  textColumn,
  type WordsColumn,
  wordsColumn,
} from './column.ts';
import { type ColumnTable, cursorOf } from './column-table.ts';

/** Returns the column of a field. A field that the API document defines shares the column of the table. */
export function fieldColumn<R extends ListResource>(
  table: ColumnTable<R>,
  field: ListingField<ListRow<R>>,
): Column {
  const source = field.from === undefined ? undefined : table.columns[field.from];
  if (source && field.asSent === true) return source;
  const cursor = cursorOf(table);
  const at = (row: number) => cursor.at(row);
  if (source && source.kind !== 'number' && source.kind !== 'pool') {
    // The field depends on one column with few distinct values, so it is computed once for each value.
    const sample = firstRows(source);
    const each = (code: number) => at(sample[code] ?? 0);
    if (field.kind === 'text')
      return spread(
        textColumn(sample.length, (code) => field.value(each(code))),
        source.codes,
      );
    if (field.kind === 'number') {
      const known = Array.from(sample, (_, code) => field.value(each(code)));
      return numberColumn(table.count, (row) => known[source.codes[row] ?? 0] ?? null);
    }
  }
  if (field.kind === 'text') return textColumn(table.count, (row) => field.value(at(row)));
  if (field.kind === 'words') return wordsColumn(table.count, (row) => field.value(at(row)));
  return numberColumn(table.count, (row) => field.value(at(row)));
}

function firstRows({ values, codes }: Dictionary<unknown>): Uint32Array {
  const rows = new Uint32Array(values.length);
  for (let row = codes.length - 1; row >= 0; row -= 1) rows[codes[row] ?? 0] = row;
  return rows;
}

/** Expands a column with one text for each code to one text for each row. */
function spread(texts: TextColumn, codes: Uint32Array): TextColumn {
  if (texts.kind === 'pool') return textColumn(codes.length, (row) => textAt(texts, codes[row] ?? 0));
  return { kind: 'few', values: texts.values, codes: codes.map((code) => texts.codes[code] ?? 0) };
}

/** Turns a column into texts, for groups and value filters. Numbers become decimal digits. */
export function asTexts(column: TextColumn | NumberColumn): TextColumn {
  if (column.kind !== 'number') return column;
  return textColumn(column.values.length, (row) => {
    const value = numberAt(column, row);
    return value === null ? null : String(value);
  });
}

/** Joins each list of words into one text, for sorting. */
export function joinedWords({ values, codes }: WordsColumn): TextColumn {
  return spread(
    textColumn(values.length, (code) => {
      const words = values[code] ?? null;
      return words === null ? null : String(words);
    }),
    codes,
  );
}
