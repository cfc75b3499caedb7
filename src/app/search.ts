/** What a list page shows, kept in the search string: a pasted address brings back the very view. */

import { useSearchParams } from 'react-router';
import { blank, isBlank } from '../domain/format.ts';
import type { Question, SortOrder } from '../domain/listing.ts';
import { without } from './paths.ts';

export interface ListSearchSchema {
  /** Fields that the address may filter by. */
  readonly filters: readonly string[];
  /** Fields that the address may sort by. */
  readonly sortable: readonly string[];
  readonly sort: SortOrder;
  /** What orders rows that are equal in the column sorted by. */
  readonly thenBy?: readonly SortOrder[];
}

export interface ListSearch {
  readonly text: string;
  /** `null` among the values stands for rows that have none. */
  readonly where: Readonly<Record<string, readonly (string | null)[]>>;
  readonly sort: SortOrder;
  readonly thenBy?: readonly SortOrder[];
}

const longestText = 200;
/** An address is not a place for a list of thousands. */
const mostValues = 50;
const longestValue = 500;

/** Reads a list page's search; what it does not know falls back, nothing throws. `sort=-bytes` is descending. */
export function readListSearch(parameters: URLSearchParams, schema: ListSearchSchema): ListSearch {
  const sent = parameters.get('sort') ?? '';
  const field = sent.replace(/^-/, '');
  const absent = new Set(parameters.getAll(without));
  const where = schema.filters.flatMap((name) => {
    const sent = parameters
      .getAll(name)
      .slice(0, mostValues)
      .filter((value) => value.length <= longestValue);
    const values = absent.has(name) ? [...sent, null] : sent;
    return values.length > 0 ? [[name, [...new Set(values)]] as const] : [];
  });
  return {
    // A cut may halve a character, and half a character cannot be written back.
    text: (parameters.get('q') ?? '').slice(0, longestText).toWellFormed(),
    where: Object.fromEntries(where),
    sort: schema.sortable.includes(field) ? { field, descending: sent.startsWith('-') } : schema.sort,
    ...(schema.thenBy === undefined ? {} : { thenBy: schema.thenBy }),
  };
}

/** The search string of a list page over the one that stands there; defaults are left out. */
export function writeListSearch(
  parameters: URLSearchParams,
  search: ListSearch,
  schema: ListSearchSchema,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of ['q', 'sort', without, ...schema.filters]) next.delete(name);
  if (search.text !== '') next.set('q', search.text);
  for (const [name, values] of Object.entries(search.where))
    for (const value of values) next.append(value === null ? without : name, value ?? name);
  const { field, descending } = search.sort;
  if (field !== schema.sort.field || descending !== schema.sort.descending)
    next.set('sort', `${descending ? '-' : ''}${field}`);
  return next;
}

export function questionOf(search: ListSearch): Question {
  const { text, where, sort, thenBy = [] } = search;
  return { text, where, sort: [sort, ...thenBy.filter((order) => order.field !== sort.field)] };
}

/** A value that rows are filtered by, short and with ink. */
export function shownValue(value: string): string {
  return isBlank(value) ? blank : value.slice(0, 80).toWellFormed();
}

export function isFiltered(search: ListSearch): boolean {
  return search.text.trim() !== '' || Object.values(search.where).some((values) => values.length > 0);
}

/**
 * The search of a list page and the way to change it. Each choice, of a filter or an order, is a step that the browser's
 * Back takes back; typing replaces the address, it does not pile up history.
 */
export function useListSearch(schema: ListSearchSchema): [ListSearch, (change: Partial<ListSearch>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const search = readListSearch(parameters, schema);
  const change = (part: Partial<ListSearch>) =>
    setParameters(
      (current) => writeListSearch(current, { ...readListSearch(current, schema), ...part }, schema),
      { replace: part.where === undefined && part.sort === undefined, preventScrollReset: true },
    );
  return [search, change];
}
