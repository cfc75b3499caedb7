/**
 * All that could be obtained of a list. Pages ask it questions and never hold its rows, so that plain objects can give
 * way to columns in a worker without touching a page.
 */

import type { Integer } from '#contract/resources.ts';
import { addIntegers, compareIntegers } from '../figures/arithmetic.ts';
import type { ScatterPoints } from '../figures/scatter-points.ts';
import { compareTexts } from '../text/compare-texts.ts';
import type { Claim } from './claim.ts';
import { type Lookups, noLookups } from './lookups.ts';

/** One thing that can be asked of a row; `null` is "not there". */
export type ListingField<Row> = (
  | { readonly kind: 'text'; readonly value: (row: Row) => string | null; readonly searched?: boolean }
  | { readonly kind: 'number'; readonly value: (row: Row) => Integer | null }
  | {
      readonly kind: 'words';
      readonly value: (row: Row) => readonly string[] | null;
      readonly searched?: boolean;
    }
) & {
  /** The only field of the row that `value` reads, where there is one. */
  readonly from?: string;
  /** Whether `value` is that field itself. */
  readonly asSent?: boolean;
};

export type ListingFields<Row> = Readonly<Record<string, ListingField<Row>>>;

/** The fields of a resource, some of them joined from other answers. */
export type FieldsWith<Row> = (lookups: Lookups) => ListingFields<Row>;

export interface SortOrder {
  readonly field: string;
  readonly descending: boolean;
}

/** Plain data, so that it can cross to a worker. */
export interface Question {
  /** Held by any searched field, ignoring case. */
  readonly text?: string;
  /** Field → accepted values; `null` stands for "not there". Fields that are unknown filter nothing. */
  readonly where?: Readonly<Record<string, readonly (string | null)[]>>;
  /** Field → least and most, both included. */
  readonly between?: Readonly<Record<string, readonly [Integer | null, Integer | null]>>;
  readonly sort?: readonly SortOrder[];
}

/** The same for the same question. */
export function questionKey(question: Question): string {
  return JSON.stringify(question, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** An exact sum and how many rows had nothing to add. */
export interface Sum {
  readonly total: Integer;
  readonly counted: number;
  readonly missing: number;
}

export interface Group {
  /** The value of each field grouped by; `null` where a row has none. */
  readonly key: readonly (string | null)[];
  readonly count: number;
  readonly sums: Readonly<Record<string, Sum>>;
}

export interface Rows<Row> {
  readonly count: number;
  slice(from: number, to: number): Promise<readonly Row[]>;
  /** The same at once, where it is at hand; `null` where it has to be fetched. */
  atHand(from: number, to: number): readonly Row[] | null;
  /** Position of the row whose text field has this value, of several the nearest to `near`; `null` where there is none. */
  find(field: string, value: string, near: number): Promise<number | null>;
}

/** Of positions below `count` where `holds`, the one nearest to `near`; of two as near, the earlier. */
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
  /** Rows held. */
  readonly count: number;
  /** Rows that answer the question, in its order; the list's own order where it names none. */
  rows(question: Question): Promise<Rows<Row>>;
  /** Groups in order of first appearance, with a sum of each number field named. A row counts once for each of its words. */
  group(
    question: Question,
    by: readonly string[],
    sums?: readonly string[],
    /** Groups of fewer rows are left out; 1 unless said. */
    least?: number,
  ): Promise<readonly Group[]>;
  sum(question: Question, field: string): Promise<Sum>;
  /** Two number fields of all rows that answer, where those are held elsewhere: `scatterOfListing` asks for it. */
  scatter?(question: Question, across: string, up: string): Promise<ScatterPoints>;
  /** Number fields of all rows that answer, rounded to doubles, `NaN` where there is none: for charts only. */
  numbers(question: Question, fields: readonly string[]): Promise<readonly Float64Array[]>;
  /** The same rows, answering with what other answers say of their regions and words. */
  joined(lookups: Lookups): Listing<Row>;
  /** Keeps rows that are held elsewhere until the returned function is called, whoever lets go of them meanwhile. */
  hold?(): () => void;
  /**
   * Makes ready what was asked of the earlier one last, if that was held elsewhere; resolves once it is, after some seconds
   * in any case.
   */
  follow?(earlier: object, signal: AbortSignal): Promise<void>;
  /** Whether what held the rows elsewhere has died: the list has to be asked for again. */
  isLost?(): boolean;
  /** Lets go of rows that are held elsewhere: neither this listing nor any joined from it answers any more. */
  release?(): void;
}

export const noSum: Sum = { total: 0, counted: 0, missing: 0 };

/** Several sums as one. */
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

/** A listing over plain objects, for a list that is not long. */
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

  const answers = (question: Question): readonly Row[] => {
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
    const kept = tests.length === 0 ? all : all.filter((row) => tests.every((test) => test(row)));
    const orders = (question.sort ?? []).flatMap(({ field: name, descending }) => {
      const each = field(name);
      return each ? [{ each, descending }] : [];
    });
    if (orders.length === 0) return kept;
    return kept.toSorted((a, b) => {
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
      const kept = answers(question);
      return {
        count: kept.length,
        slice: async (from, to) => kept.slice(from, to),
        atHand: (from, to) => kept.slice(from, to),
        find: async (name, value, near) => {
          const each = field(name);
          if (each?.kind !== 'text') return null;
          return nearestWhere(kept.length, near, (position) => {
            const row = kept[position];
            return row !== undefined && each.value(row) === value;
          });
        },
      };
    },
    group: async (question, by, sums = [], least = 1) =>
      groupRows(answers(question), by, sums, field, texts).filter(({ count }) => count >= least),
    sum: async (question, name) => {
      const each = field(name);
      if (each?.kind !== 'number') return noSum;
      return answers(question).reduce((sum, row) => extend(sum, each.value(row)), noSum);
    },
    numbers: async (question, names) => {
      const kept = answers(question);
      return names.map((name) => {
        const each = field(name);
        return Float64Array.from(kept, (row) => {
          const value = each?.kind === 'number' ? each.value(row) : null;
          return value === null ? Number.NaN : Number(value);
        });
      });
    },
  };
  return listing;
}

/** Rows that have nothing to compare come last in either direction. */
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
