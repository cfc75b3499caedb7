/**
 * A listing over columns. It gives exactly the results of `createListing` over the same records, and is fast
 * for a million rows.
 */

import type { ListResource, ListRow } from '#contract/resources.ts';
import { ExactSum } from '#domain/numbers/arithmetic.ts';
import { scatterOf } from '#domain/numbers/scatter-points.ts';
import type { Claim } from '../claim.ts';
import { type FieldsWith, type Listing, type ListingField, nearestWhere, noSum } from '../listing.ts';
import { type Lookups, noLookups } from '../lookups.ts';
import { numberAt } from './column.ts';
import { type ColumnTable, rowAt } from './column-table.ts';
import { type DerivedColumns, derivedColumns, remembered } from './derived-columns.ts';
import { fieldColumn } from './field-column.ts';
import { groupRows, type Keys, noKeys } from './group-rows.ts';
import { markAccepted } from './match-rows.ts';
import { questionRows } from './question-rows.ts';

const warmUpText = 'a';

/** A listing with work that can be done before the first query, while nobody waits. */
export interface ColumnListing<Row> extends Listing<Row> {
  readonly joined: (lookups: Lookups) => ColumnListing<Row>;
  /** Work in steps that the first text search would otherwise have to do. */
  readonly preparations: readonly (() => void)[];
}

export function createColumnListing<R extends ListResource>(
  table: ColumnTable<R>,
  fieldsWith: FieldsWith<ListRow<R>>,
  claim: Claim,
  lookups: Lookups = noLookups,
  derived: DerivedColumns = derivedColumns(table.count),
): ColumnListing<ListRow<R>> {
  const fields = fieldsWith(lookups);
  const field = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const columns = remembered((each: ListingField<ListRow<R>>) => fieldColumn(table, each));
  const texts = (each: ListingField<ListRow<R>>) => derived.texts(columns(each));
  const searched = Object.values(fields).filter((each) => each.kind !== 'number' && each.searched === true);
  const rowsOf = questionRows({ count: table.count, derived, searched, field, column: columns, texts });

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

  const listing: ColumnListing<ListRow<R>> = {
    claim,
    count: table.count,
    joined: (next) =>
      next === lookups ? listing : createColumnListing(table, fieldsWith, claim, next, derived),
    preparations: [
      ...searched
        .filter(({ asSent }) => asSent === true)
        .map((each) => () => void derived.lowered(columns(each))),
      // Runs one search so that the browser compiles the code: compiled code is several times as fast.
      () => void rowsOf({ text: warmUpText }),
    ],
    rows: async (question) => {
      const order = rowsOf(question);
      const atHand = (from: number, to: number) =>
        Array.from(order.subarray(from, to), (row) => rowAt(table, row));
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
        rowsOf(question),
        by.map((name): Keys => {
          const each = field(name);
          return each ? derived.keys(columns(each)) : noKeys;
        }),
        sums.map((name) => [name, numbersOf(name)]),
        least,
      ),
    sum: async (question, name) => {
      const column = numbersOf(name);
      if (!column) return noSum;
      const total = new ExactSum();
      const rows = rowsOf(question);
      for (let at = 0; at < rows.length; at += 1) total.add(numberAt(column, rows[at] ?? 0));
      return total.sum();
    },
    scatter: async (question, across, up) => {
      const order = rowsOf(question);
      return scatterOf(valuesOf(order, across), valuesOf(order, up));
    },
    numbers: async (question, names) => {
      const order = rowsOf(question);
      return names.map((name) => valuesOf(order, name));
    },
  };
  return listing;
}
