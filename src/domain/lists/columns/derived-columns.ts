import { type Column, type TextColumn, textAt, textColumn, type WordsColumn } from './column.ts';
import { asTexts, joinedWords } from './field-column.ts';
import { keysOf } from './group-rows.ts';
import { textRanks } from './sort-rows.ts';

export type DerivedColumns = ReturnType<typeof derivedColumns>;

/**
 * Creates the columns that sorting, searching and grouping need, each built on first use. All joined listings
 * of a table share them.
 */
export function derivedColumns(count: number) {
  const texts = remembered(textsOf);
  return {
    everyRow: rowsTo(count),
    texts,
    lowered: remembered((column: Column) => lowerCased(texts(column))),
    keys: remembered((column: Column) => keysOf(texts(column))),
    ranks: remembered((column: Column) => {
      const each = texts(column);
      return textRanks(each.kind === 'words' ? joinedWords(each) : each);
    }),
    orders: new Map<string, Uint32Array>(),
  };
}

function rowsTo(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}

/** Caches the results of a function by its object argument. An entry is freed with its argument. */
export function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

function textsOf(column: Column): TextColumn | WordsColumn {
  return column.kind === 'words' ? column : asTexts(column);
}

/** Lower-cases each text of a column separately: the result for a letter may depend on its neighbours. */
function lowerCased(column: TextColumn | WordsColumn): TextColumn | WordsColumn {
  if (column.kind === 'words')
    return {
      ...column,
      values: column.values.map((words) => words?.map((word) => word.toLowerCase()) ?? null),
    };
  if (column.kind === 'few')
    return { ...column, values: column.values.map((value) => value?.toLowerCase() ?? null) };
  if (!/[^\u0020-\u0040\u005b-\u007e]/.test(column.text)) return column;
  return textColumn(column.ends.length, (row) => textAt(column, row)?.toLowerCase() ?? null);
}
