/**
 * A list that pages can query for rows, groups and sums, without storing all rows. Its rows are plain
 * objects, or columns in a worker; pages do not see the difference.
 */

import type { Integer } from '#contract/resources.ts';
import { addIntegers, compareIntegers } from '../numbers/arithmetic.ts';
import type { ScatterPoints } from '../numbers/scatter-points.ts';
import { compareTexts } from '../text/compare-texts.ts';
import type { Claim } from './claim.ts';
import { type Lookups, noLookups } from './lookups.ts';

/** A field of the rows that queries can use. The value `null` means "absent". */
export type ListingField<Row> = (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | null; readonly searched?: boolean }
  | { readonly kind: 'number'; readonly value: (row: Row) => Integer | null }
  | {
      readonly kind: 'words';
      readonly value: (row: Row) => readonly string[] | null;
      readonly searched?: boolean;
    }
) & {
  /** Name of the API field that `value` reads; absent if it reads none or several. */
  readonly from?: string;
  /** Whether `value` returns the API field of `from` unchanged. */
  readonly asSent?: boolean;
};

export type ListingFields<Row> = Readonly<Record<string, ListingField<Row>>>;

export type FieldsWith<Row> = (lookups: Lookups) => ListingFields<Row>;

export interface SortOrder {
  readonly field: string;
  readonly descending: boolean;
}

/** Filter and order of a query. Plain data: it is sent to a worker. */
export interface Question {
  /** Text that at least one searched field must contain, ignoring case. */
  readonly text?: string;
  /**
   * Accepted values by field name; `null` accepts absent values. A field that does not exist does not filter.
   */
  readonly where?: Readonly<Record<string, readonly (string | null)[]>>;
  /** Minimum and maximum by field name, both included; `null` is no bound. */
  readonly between?: Readonly<Record<string, readonly [Integer | null, Integer | null]>>;
  readonly sort?: readonly SortOrder[];
}

export function questionKey(question: Question): string {
  return JSON.stringify(question, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

export interface Sum {
  readonly total: Integer;
  readonly counted: number;
  readonly missing: number;
}

export interface Group {
  /** Value of each grouped field, in order; `null` if absent. */
  readonly key: readonly (string | null)[];
  readonly count: number;
  readonly sums: Readonly<Record<string, Sum>>;
}

export interface Rows<Row> {
  readonly count: number;
  slice(from: number, to: number): Promise<readonly Row[]>;
  /** Returns rows as `slice` does, but at once; `null` if they must be fetched from the worker. */
  atHand(from: number, to: number): readonly Row[] | null;
  /**
   * Returns the position of the row whose text field has this value, the one nearest to `near`; `null` if
   * there is none.
   */
  find(field: string, value: string, near: number): Promise<number | null>;
}

/**
 * Finds the position below `count` that is nearest to `near` and passes `holds`. The earlier position wins a
 * tie.
 */
export function nearestWhere(count: number, near: number, holds: (position: number) => boolean): number | null {
  const start = Math.min(Math.max(near, 0), Math.max(count - 1, 0));
  for (let away = 0; away < count; away += 1) {
    if (start - away >= 0 && holds(start - away)) return start - away;
    if (start + away < count && holds(start + away)) return start + away;
  }
  return null;
}

export interface Listing<Row> {
  readonly claim: Claim;
  readonly count: number;
  /** Returns the rows that match, in the order of the query or else of the list. */
  rows(question: Question): Promise<Rows<Row>>;
  /**
   * Groups the matching rows, in order of first appearance, with a sum for each number field in `sums`. A row
   * counts once for each of its words. Groups of fewer than `least` rows are left out.
   */
  group(
    question: Question,
    by: readonly string[],
    sums?: readonly string[],
    least?: number,
  ): Promise<readonly Group[]>;
  sum(question: Question, field: string): Promise<Sum>;
  /**
   * Returns scatter points of two number fields. Only listings in a worker have this method;
   * `scatterOfListing` calls it.
   */
  scatter?(question: Question, across: string, up: string): Promise<ScatterPoints>;
  /**
   * Returns number fields of the matching rows as doubles, `NaN` if absent. They are rounded, so they are for
   * charts only.
   */
  numbers(question: Question, fields: readonly string[]): Promise<readonly Float64Array[]>;
  joined(lookups: Lookups): Listing<Row>;
  /** Keeps the rows in the worker until the returned function is called, even if others call `release`. */
  hold?(): () => void;
  /**
   * Sends to the worker in advance the last queries of an earlier listing in a worker, so that their results
   * are at hand. Resolves when they are done, after a timeout, or on abort.
   */
  follow?(earlier: object, signal: AbortSignal): Promise<void>;
  /** Whether the worker died: the list must then be requested again. */
  isLost?(): boolean;
  /** Releases the rows in the worker. This listing and all listings joined from it stop working. */
  release?(): void;
}

export const noSum: Sum = { total: 0, counted: 0, missing: 0 };

export function addSums(sums: readonly Sum[]): Sum {
  return sums.reduce(
    (all, sum) => ({
      total: addIntegers(all.total, sum.total),
      counted: all.counted + sum.counted,
      missing: all.missing + sum.missing,
    }),
    noSum,
  );
}

function extend(sum: Sum, value: Integer | null): Sum {
  if (value === null) return { ...sum, missing: sum.missing + 1 };
  return { total: addIntegers(sum.total, value), counted: sum.counted + 1, missing: sum.missing };
}

export function createListing<Row>(
  all: readonly Row[],
  fieldsWith: FieldsWith<Row>,
  claim: Claim,
  lookups: Lookups = noLookups,
): Listing<Row> {
  const fields = fieldsWith(lookups);
  const field = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const searched = Object.values(fields).filter((each) => each.kind !== 'number' && each.searched === true);

  const texts = (row: Row, each: ListingField<Row>): readonly (string | null)[] => {
    if (each.kind === 'words') {
      const words = each.value(row);
      return words === null || words.length === 0 ? [null] : [...new Set(words)];
    }
    const value = each.value(row);
    return [value === null ? null : String(value)];
  };

  const matchingRows = (question: Question): readonly Row[] => {
    const tests: ((row: Row) => boolean)[] = [];
    const text = question.text?.trim().toLowerCase();
    if (text) {
      tests.push((row) =>
        searched.some((each) => texts(row, each).some((value) => value?.toLowerCase().includes(text))),
      );
    }
    for (const [name, accepted] of Object.entries(question.where ?? {})) {
      const each = field(name);
      if (!each || accepted.length === 0) continue;
      const set = new Set(accepted);
      tests.push((row) => texts(row, each).some((value) => set.has(value)));
    }
    for (const [name, [least, most]] of Object.entries(question.between ?? {})) {
      const each = field(name);
      if (each?.kind !== 'number') continue;
      tests.push((row) => {
        const value = each.value(row);
        return value !== null && (least === null || value >= least) && (most === null || value <= most);
      });
    }
    const matching = tests.length === 0 ? all : all.filter((row) => tests.every((test) => test(row)));
    const orders = (question.sort ?? []).flatMap(({ field: name, descending }) => {
      const each = field(name);
      return each ? [{ each, descending }] : [];
    });
    if (orders.length === 0) return matching;
    return matching.toSorted((a, b) => {
      for (const { each, descending } of orders) {
        const difference = compareBy(each, a, b, descending);
        if (difference !== 0) return difference;
      }
      return 0;
    });
  };

  const listing: Listing<Row> = {
    claim,
    count: all.length,
    joined: (next) => (next === lookups ? listing : createListing(all, fieldsWith, claim, next)),
    rows: async (question) => {
      const matching = matchingRows(question);
      return {
        count: matching.length,
        slice: async (from, to) => matching.slice(from, to),
        atHand: (from, to) => matching.slice(from, to),
        find: async (name, value, near) => {
          const each = field(name);
          if (each?.kind !== 'text') return null;
          return nearestWhere(matching.length, near, (position) => {
            const row = matching[position];
            return row !== undefined && each.value(row) === value;
          });
        },
      };
    },
    group: async (question, by, sums = [], least = 1) =>
      groupRows(matchingRows(question), by, sums, field, texts).filter(({ count }) => count >= least),
    sum: async (question, name) => {
      const each = field(name);
      if (each?.kind !== 'number') return noSum;
      return matchingRows(question).reduce((sum, row) => extend(sum, each.value(row)), noSum);
    },
    numbers: async (question, names) => {
      const matching = matchingRows(question);
      return names.map((name) => {
        const each = field(name);
        return Float64Array.from(matching, (row) => {
          const value = each?.kind === 'number' ? each.value(row) : null;
          return value === null ? Number.NaN : Number(value);
        });
      });
    },
  };
  return listing;
}

/** Compares two rows by a field. Rows without a value come last in both directions. */
function compareBy<Row>(field: ListingField<Row>, a: Row, b: Row, descending: boolean): number {
  const left = field.value(a);
  const right = field.value(b);
  if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0);
  const difference =
    field.kind === 'number'
      ? compareIntegers(field.value(a) ?? 0, field.value(b) ?? 0)
      : compareTexts(String(left), String(right));
  return descending ? -difference : difference;
}

function groupRows<Row>(
  rows: readonly Row[],
  by: readonly string[],
  sums: readonly string[],
  field: (name: string) => ListingField<Row> | undefined,
  texts: (row: Row, each: ListingField<Row>) => readonly (string | null)[],
): readonly Group[] {
  const groups = new Map<string, { key: readonly (string | null)[]; count: number; sums: Map<string, Sum> }>();
  for (const row of rows) {
    const values = by.map((name) => {
      const each = field(name);
      return each ? texts(row, each) : [null];
    });
    for (const key of combinations(values)) {
      const label = JSON.stringify(key);
      const group = groups.get(label) ?? { key, count: 0, sums: new Map(sums.map((name) => [name, noSum])) };
      group.count += 1;
      for (const name of sums) {
        const each = field(name);
        if (each?.kind === 'number')
          group.sums.set(name, extend(group.sums.get(name) ?? noSum, each.value(row)));
      }
      groups.set(label, group);
    }
  }
  return [...groups.values()].map((group) => ({ ...group, sums: Object.fromEntries(group.sums) }));
}

function combinations(values: readonly (readonly (string | null)[])[]): (string | null)[][] {
  return values.reduce<(string | null)[][]>(
    (keys, choices) => keys.flatMap((key) => choices.map((choice) => [...key, choice])),
    [[]],
  );
}
