import { type ListingField, type Question, questionKey } from '../listing.ts';
import { LruCache } from '../lru-cache.ts';
import type { Column, TextColumn, WordsColumn } from './column.ts';
import type { DerivedColumns } from './derived-columns.ts';
import { markAccepted, markBetween, markHolding } from './match-rows.ts';
import { sortByNumbers, sortByRanks } from './sort-rows.ts';

/** Maximum number of cached sort orders of all rows. With them, a new filter needs no sorting. */
const cachedOrders = 4;

export interface FieldColumns<Row> {
  readonly count: number;
  readonly derived: DerivedColumns;
  readonly searched: readonly ListingField<Row>[];
  readonly field: (name: string) => ListingField<Row> | undefined;
  readonly column: (field: ListingField<Row>) => Column;
  readonly texts: (field: ListingField<Row>) => TextColumn | WordsColumn;
}

/**
 * Creates the function that finds the row numbers for a query, filtered and sorted. It caches the last orders
 * and filters.
 */
export function questionRows<Row>({
  count,
  derived,
  searched,
  field,
  column,
  texts,
}: FieldColumns<Row>): (question: Question) => Uint32Array {
  const ownOrders = new Map<string, Uint32Array>();

  const sorted = (question: Question): Uint32Array => {
    const by = (question.sort ?? []).flatMap(({ field: name, descending }) => {
      const each = field(name);
      return each ? [{ name, each, descending }] : [];
    });
    if (by.length === 0) return derived.everyRow;
    const orders = by.every(({ each }) => each.asSent === true) ? derived.orders : ownOrders;
    const label = JSON.stringify(by.map(({ name, descending }) => [name, descending]));
    const known = orders.get(label);
    orders.delete(label);
    const order = known ?? by.toReversed().reduce(sortOnce, derived.everyRow);
    orders.set(label, order);
    const [oldest] = orders.keys();
    if (orders.size > cachedOrders && oldest !== undefined) orders.delete(oldest);
    return order;
  };
  const sortOnce = (
    order: Uint32Array,
    { each, descending }: { each: ListingField<Row>; descending: boolean },
  ) => {
    const values = column(each);
    return values.kind === 'number'
      ? sortByNumbers(order, values, descending)
      : sortByRanks(order, derived.ranks(values), descending);
  };

  // Rows and figures of one screen are requested in succession with the same filter, so its result is cached.
  const marks = new LruCache<Uint8Array | null>(2);
  const orders = new LruCache<Uint32Array>(3);
  const rowsOf = (question: Question): Uint32Array =>
    orders.take(questionKey(question), () => {
      const { sort: _order, ...filter } = question;
      const matching = marks.take(questionKey(filter), () => marked(filter));
      return matching ? markedRows(sorted(question), matching) : sorted(question);
    });
  /** Returns 1 for each row that passes the filter, 0 for others; `null` if there is no filter. */
  const marked = (filter: Question): Uint8Array | null => {
    const [matching, ...others] = testsOf(filter);
    if (!matching) return null;
    for (const other of others)
      for (let row = 0; row < matching.length; row += 1)
        matching[row] = (matching[row] ?? 0) & (other[row] ?? 0);
    return matching;
  };
  const testsOf = (question: Question): readonly Uint8Array[] => {
    const tests: Uint8Array[] = [];
    const test = () => {
      const hits = new Uint8Array(count);
      tests.push(hits);
      return hits;
    };
    const text = question.text?.trim().toLowerCase();
    if (text) {
      const hits = test();
      for (const each of searched) markHolding(hits, derived.lowered(column(each)), text);
    }
    for (const [name, accepted] of Object.entries(question.where ?? {})) {
      const each = field(name);
      if (each && accepted.length > 0) markAccepted(test(), texts(each), new Set(accepted));
    }
    for (const [name, [least, most]] of Object.entries(question.between ?? {})) {
      const each = field(name);
      const numbers = each && column(each);
      if (numbers?.kind === 'number') markBetween(test(), numbers, least, most);
    }
    return tests;
  };
  return rowsOf;
}

function markedRows(order: Uint32Array, marks: Uint8Array): Uint32Array {
  // Index loops: the first search runs before the browser has compiled this code, and iterators are slow
  // until then.
  let count = 0;
  for (let row = 0; row < marks.length; row += 1) count += marks[row] ?? 0;
  const matching = new Uint32Array(count);
  for (let at = 0, place = 0; place < count; at += 1) {
    const row = order[at] ?? 0;
    matching[place] = row;
    place += marks[row] ?? 0;
  }
  return matching;
}
