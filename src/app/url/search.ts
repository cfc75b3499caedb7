/** Keeps the state of a list page in its search string, so that a pasted URL shows the same view. */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Question, SortOrder } from '#domain/lists/listing.ts';
import { blank, isBlank } from '#domain/text/format.ts';
import { textParameter, without } from './paths.ts';
import type { Density } from './settings.ts';

export interface Filter {
  readonly field: string;
  readonly label: string;
  /** Formats a value for display. Without this function, the value is shown unchanged. */
  readonly show?: (value: string) => string;
  /** Label for rows without a value. Default: "not provided". */
  readonly none?: string;
  /**
   * Whether the rows have a severity. The menu then offers "not operational", whatever their status words.
   */
  readonly states?: boolean;
}

export interface ListSearchSchema {
  readonly noun: string;
  /** Names the fields that the text search covers, for the placeholder, such as "Bucket name or id". */
  readonly searched: string;
  readonly filters: readonly Filter[];
  /** Further fields that can be filtered by links, but have no menu. */
  readonly linked: readonly string[];
  readonly sortable: readonly string[];
  readonly sort: SortOrder;
  /** Orders of rows that are equal in the sorted column. */
  readonly thenBy?: readonly SortOrder[];
}

export interface ListSearch {
  readonly text: string;
  /** Accepted values for each filtered field. `null` among them selects rows without the field. */
  readonly where: Readonly<Record<string, readonly (string | null)[]>>;
  readonly sort: SortOrder;
  readonly thenBy?: readonly SortOrder[];
  /** Fields of the visible columns; `null` for all columns. */
  readonly columns: readonly string[] | null;
  /** Field whose values are counted above the rows; `null` for none. */
  readonly group: string | null;
  readonly selected: string | null;
  /** Row height of this view; `null` for the browser's own setting. */
  readonly density: Density | null;
}

export const longestText = 200;
/** Maximum number of values per parameter. It limits the work for a hostile URL. */
const mostValues = 50;
export const longestValue = 500;

export const densities = ['comfortable', 'compact'] as const;

function valueIn(sent: string | null): string | null {
  return sent === null || sent === '' || sent.length > longestValue ? null : sent;
}

export function columnsIn(sent: string | null): readonly string[] | null {
  const fields = (sent ?? '').split(',').filter((field) => /^[a-z_]{1,40}$/.test(field));
  return fields.length === 0 ? null : [...new Set(fields)].slice(0, mostValues);
}

export function filteredBy({ filters, linked }: ListSearchSchema): readonly string[] {
  return [...filters.map(({ field }) => field), ...linked];
}

/**
 * Reads the search string of a list page. Unknown parts fall back to defaults; nothing throws. `sort=-bytes`
 * sorts in descending order.
 */
export function readListSearch(parameters: URLSearchParams, schema: ListSearchSchema): ListSearch {
  const sent = parameters.get('sort') ?? '';
  const field = sent.replace(/^-/, '');
  const absent = new Set(parameters.getAll(without));
  const where = filteredBy(schema).flatMap((name) => {
    const sent = parameters
      .getAll(name)
      .slice(0, mostValues)
      .filter((value) => value.length <= longestValue);
    const values = absent.has(name) ? [...sent, null] : sent;
    return values.length > 0 ? [[name, [...new Set(values)]] as const] : [];
  });
  return {
    // `slice` may split a surrogate pair, and a lone surrogate could not be written back.
    text: (parameters.get(textParameter) ?? '').slice(0, longestText).toWellFormed(),
    where: Object.fromEntries(where),
    sort: schema.sortable.includes(field) ? { field, descending: sent.startsWith('-') } : schema.sort,
    ...(schema.thenBy === undefined ? {} : { thenBy: schema.thenBy }),
    columns: columnsIn(parameters.get('columns')),
    group: schema.filters.find(({ field }) => field === parameters.get('group'))?.field ?? null,
    selected: valueIn(parameters.get('selected')),
    density: densities.find((each) => each === parameters.get('density')) ?? null,
  };
}

/** Parameters that change the view, but not the rows or their order. */
const views = ['columns', 'group', 'density', 'selected'] as const;

/** Returns `parameters` with the list parameters replaced. Other parameters stay; defaults are left out. */
export function writeListSearch(
  parameters: URLSearchParams,
  search: ListSearch,
  schema: ListSearchSchema,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of [textParameter, 'sort', without, ...views, ...filteredBy(schema)]) next.delete(name);
  if (search.text !== '') next.set(textParameter, search.text);
  for (const [name, values] of Object.entries(search.where))
    for (const value of values) next.append(value === null ? without : name, value ?? name);
  const { field, descending } = search.sort;
  if (field !== schema.sort.field || descending !== schema.sort.descending)
    next.set('sort', `${descending ? '-' : ''}${field}`);
  const { columns, group, density, selected } = search;
  for (const [name, value] of Object.entries({ columns: columns?.join(',') ?? null, group, density, selected }))
    if (value !== null) next.set(name, value);
  return next;
}

export function questionOf(search: ListSearch): Question {
  const { text, where, sort, thenBy = [] } = search;
  return { text, where, sort: [sort, ...thenBy.filter((order) => order.field !== sort.field)] };
}

/** Shortens a filter value for display to 80 characters. Blank text gets a placeholder. */
export function shownValue(value: string): string {
  return isBlank(value) ? blank : value.slice(0, 80).toWellFormed();
}

export function isFiltered(search: ListSearch): boolean {
  return search.text.trim() !== '' || Object.values(search.where).some((values) => values.length > 0);
}

/** Parts of the search whose changes add an entry to the browser's history. */
const steps = ['where', 'sort', 'columns', 'group'] as const;

interface Ahead {
  /**
   * Search strings of the URL for which this search applies: the string at the time of the choice, and the
   * one being written. Any other string ends it.
   */
  readonly over: readonly string[];
  readonly search: ListSearch;
  readonly isStep: boolean;
}

/**
 * Milliseconds after a choice until the URL is written. The choice is rendered first. Browsers allow only
 * about 100 changes of the URL per minute.
 */
const writtenAfterMilliseconds = 200;

/**
 * Returns the search of a list page and a function to change it. A change of filter, sort, columns or
 * grouping adds a history entry; typing replaces the current entry. The new search applies at once. The URL
 * follows 200 ms later, because writing it is slow. Losing focus or leaving the page writes it immediately.
 */
export function useListSearch(schema: ListSearchSchema): [ListSearch, (change: Partial<ListSearch>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const address = parameters.toString();
  const [chosen, setChosen] = useState<Ahead | null>(null);
  const ahead = chosen?.over.includes(address) ? chosen : null;
  // Otherwise Back could return to this URL and make the old choice apply again.
  if (chosen && !ahead) setChosen(null);
  const search = ahead?.search ?? readListSearch(parameters, schema);
  const written = useRef<string | null>(null);
  const write = useEffectEvent(({ search: next, isStep }: Ahead) =>
    setParameters(
      (current) => {
        const searched = writeListSearch(current, next, schema);
        written.current = searched.toString();
        return searched;
      },
      { replace: !isStep, preventScrollReset: true },
    ),
  );
  useEffect(() => {
    written.current = null;
  }, [address]);
  useEffect(() => {
    if (!ahead) return undefined;
    const writeNow = () => write(ahead);
    const timer = setTimeout(writeNow, writtenAfterMilliseconds);
    const leaving = ['focusout', 'pagehide'] as const;
    for (const name of leaving) globalThis.addEventListener(name, writeNow);
    return () => {
      clearTimeout(timer);
      for (const name of leaving) globalThis.removeEventListener(name, writeNow);
    };
  }, [ahead]);
  const change = (part: Partial<ListSearch>) => {
    const isStep = steps.some((name) => name in part);
    const over = written.current === null ? [address] : [address, written.current];
    setChosen({ over, search: { ...search, ...part }, isStep: isStep || ahead?.isStep === true });
  };
  return [search, change];
}
