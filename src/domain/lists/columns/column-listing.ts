/** A listing over columns: what `createListing` gives over the same records, bit for bit, and quick at a million rows. */

import type { ListRecord, ListResource } from '#contract/resources.ts';
import { ExactSum } from '#domain/figures/arithmetic.ts';
import { cloudOf } from '#domain/figures/scatter-points.ts';
import type { Claim } from '../claim.ts';
import {
  type FieldsWith,
  type Listing,
  type ListingField,
  nearestWhere,
  noSum,
  type Question,
  questionKey,
} from '../listing.ts';
import { type Lookups, noLookups } from '../lookups.ts';
import { LruCache } from '../lru-cache.ts';
import { type Column, numberAt, type TextColumn, textAt, textColumn, type WordsColumn } from './column.ts';
import { type ColumnTable, recordAt } from './column-table.ts';
import { asTexts, fieldColumn, joinedWords } from './field-column.ts';
import { groupRows, type Keys, keysOf, noKeys } from './group-rows.ts';
import { markAccepted, markBetween, markHolding } from './match-rows.ts';
import { sortByNumbers, sortByRanks, textRanks } from './sort-rows.ts';

/** Orders of all rows that are kept, so that a filter sorts nothing anew. */
const keptOrders = 4;

/** Warms the search until it is compiled. */
const warmUpText = 'a';

/** A listing that can be made ready for questions before they are asked. */
export interface ColumnListing<Row> extends Listing<Row> {
  readonly joined: (lookups: Lookups) => ColumnListing<Row>;
  /** What the first search for a text would otherwise do before it finds anything, in steps. */
  readonly preparations: readonly (() => void)[];
}

/** Derived columns, built on demand; shared by every join of the table. */
function worksOf(count: number) {
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

export function createColumnListing<R extends ListResource>(
  table: ColumnTable<R>,
  fieldsWith: FieldsWith<ListRecord<R>>,
  claim: Claim,
  lookups: Lookups = noLookups,
  works: ReturnType<typeof worksOf> = worksOf(table.count),
): ColumnListing<ListRecord<R>> {
  const fields = fieldsWith(lookups);
  const field = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const columns = remembered((each: ListingField<ListRecord<R>>) => fieldColumn(table, each));
  const texts = (each: ListingField<ListRecord<R>>) => works.texts(columns(each));
  const { everyRow } = works;
  const ownOrders = new Map<string, Uint32Array>();

  const sorted = (question: Question): Uint32Array => {
    const by = (question.sort ?? []).flatMap(({ field: name, descending }) => {
      const each = field(name);
      return each ? [{ name, each, descending }] : [];
    });
    if (by.length === 0) return everyRow;
    const orders = by.every(({ each }) => each.asSent === true) ? works.orders : ownOrders;
    const label = JSON.stringify(by.map(({ name, descending }) => [name, descending]));
    const known = orders.get(label);
    orders.delete(label);
    const order = known ?? by.toReversed().reduce(sortOnce, everyRow);
    orders.set(label, order);
    const [oldest] = orders.keys();
    if (orders.size > keptOrders && oldest !== undefined) orders.delete(oldest);
    return order;
  };
  const sortOnce = (
    order: Uint32Array,
    { each, descending }: { each: ListingField<ListRecord<R>>; descending: boolean },
  ) => {
    const column = columns(each);
    return column.kind === 'number'
      ? sortByNumbers(order, column, descending)
      : sortByRanks(order, works.ranks(column), descending);
  };
  const searched = Object.values(fields).filter((each) => each.kind !== 'number' && each.searched === true);

  // Rows and figures of one screen are asked for one after the other, with one filter.
  const marks = new LruCache<Uint8Array | null>(2);
  const orders = new LruCache<Uint32Array>(3);
  const answers = (question: Question): Uint32Array =>
    orders.take(questionKey(question), () => {
      const { sort: _order, ...filter } = question;
      const kept = marks.take(questionKey(filter), () => marked(filter));
      return kept ? rowsKept(sorted(question), kept) : sorted(question);
    });
  /** A mark for each row that passes; `null` where all do. */
  const marked = (filter: Question): Uint8Array | null => {
    const [kept, ...others] = testsOf(filter);
    if (!kept) return null;
    for (const other of others)
      for (let row = 0; row < kept.length; row += 1) kept[row] = (kept[row] ?? 0) & (other[row] ?? 0);
    return kept;
  };
  const testsOf = (question: Question): readonly Uint8Array[] => {
    const tests: Uint8Array[] = [];
    const test = () => {
      const hits = new Uint8Array(table.count);
      tests.push(hits);
      return hits;
    };
    const text = question.text?.trim().toLowerCase();
    if (text) {
      const hits = test();
      for (const each of searched) markHolding(hits, works.lowered(columns(each)), text);
    }
    for (const [name, accepted] of Object.entries(question.where ?? {})) {
      const each = field(name);
      if (each && accepted.length > 0) markAccepted(test(), texts(each), new Set(accepted));
    }
    for (const [name, [least, most]] of Object.entries(question.between ?? {})) {
      const each = field(name);
      const column = each && columns(each);
      if (column?.kind === 'number') markBetween(test(), column, least, most);
    }
    return tests;
  };
  const numbersOf = (name: string) => {
    const each = field(name);
    const column = each?.kind === 'number' ? columns(each) : null;
    return column?.kind === 'number' ? column : null;
  };

  const valuesOf = (order: Uint32Array, name: string) => {
    const column = numbersOf(name);
    const values = new Float64Array(order.length);
    for (let place = 0; place < order.length; place += 1)
      values[place] = column?.values[order[place] ?? 0] ?? Number.NaN;
    return values;
  };

  const listing: ColumnListing<ListRecord<R>> = {
    claim,
    count: table.count,
    joined: (next) => (next === lookups ? listing : createColumnListing(table, fieldsWith, claim, next, works)),
    preparations: [
      ...searched
        .filter(({ asSent }) => asSent === true)
        .map((each) => () => void works.lowered(columns(each))),
      // What a browser has compiled is several times as quick.
      () => void answers({ text: warmUpText }),
    ],
    rows: async (question) => {
      const order = answers(question);
      const atHand = (from: number, to: number) =>
        Array.from(order.subarray(from, to), (row) => recordAt(table, row));
      return {
        count: order.length,
        slice: async (from, to) => atHand(from, to),
        atHand,
        find: async (name, value, near) => {
          const each = field(name);
          if (each?.kind !== 'text') return null;
          const hits = new Uint8Array(table.count);
          markAccepted(hits, texts(each), new Set([value]));
          return nearestWhere(order.length, near, (position) => hits[order[position] ?? 0] === 1);
        },
      };
    },
    group: async (question, by, sums = [], least = 1) =>
      groupRows(
        answers(question),
        by.map((name): Keys => {
          const each = field(name);
          return each ? works.keys(columns(each)) : noKeys;
        }),
        sums.map((name) => [name, numbersOf(name)]),
        least,
      ),
    sum: async (question, name) => {
      const column = numbersOf(name);
      if (!column) return noSum;
      const total = new ExactSum();
      const rows = answers(question);
      for (let at = 0; at < rows.length; at += 1) total.add(numberAt(column, rows[at] ?? 0));
      return total.sum();
    },
    cloud: async (question, across, up) => {
      const order = answers(question);
      return cloudOf(valuesOf(order, across), valuesOf(order, up));
    },
    numbers: async (question, names) => {
      const order = answers(question);
      return names.map((name) => valuesOf(order, name));
    },
  };
  return listing;
}

function rowsTo(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}

/** Those of the rows that are marked, in their order. */
function rowsKept(order: Uint32Array, marks: Uint8Array): Uint32Array {
  // Counted, not iterated: the first search comes before the browser has compiled this, and iterators are slow until then.
  let count = 0;
  for (let row = 0; row < marks.length; row += 1) count += marks[row] ?? 0;
  const kept = new Uint32Array(count);
  for (let at = 0, place = 0; place < count; at += 1) {
    const row = order[at] ?? 0;
    kept[place] = row;
    place += marks[row] ?? 0;
  }
  return kept;
}

/** Makes what belongs to a key when it is first asked for, and forgets it with the key. */
function remembered<K extends object, V>(make: (key: K) => V): (key: K) => V {
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

/** Text by text: in one long text a letter may be written by its neighbours. */
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
