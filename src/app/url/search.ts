/** What a list page shows, kept in the search string: a pasted address brings back the very view. */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Question, SortOrder } from '#domain/lists/listing.ts';
import { blank, isBlank } from '#domain/text/format.ts';
import { textParameter, without } from './paths.ts';
import type { Density } from './settings.ts';

/** A field that the rows of a list are filtered and grouped by. */
export interface Filter {
  /** Field of the listing. */
  readonly field: string;
  readonly label: string;
  /** How a value is written, where not as it is. */
  readonly show?: (value: string) => string;
  /** What stands for rows that have none; "not provided" unless said. */
  readonly none?: string;
  /** Whether the rows have a severity as well: what is not operational can then be chosen whatever its word is. */
  readonly states?: boolean;
}

export interface ListSearchSchema {
  /** What the rows are, in the plural: "buckets". */
  readonly noun: string;
  /** What of a row a text is found in: "Bucket name or id". */
  readonly searched: string;
  readonly filters: readonly Filter[];
  /** Fields that links filter by as well. */
  readonly linked: readonly string[];
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
  /** Fields of the columns shown; `null` for all. */
  readonly columns: readonly string[] | null;
  /** Field whose values are counted above the rows. */
  readonly group: string | null;
  /** What names the row that the reader marked. */
  readonly selected: string | null;
  /** Height of rows in this view; `null` for the reader's own. */
  readonly density: Density | null;
}

export const longestText = 200;
/** An address is not a place for a list of thousands. */
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

/** All fields that the address may filter by. */
export function filteredBy({ filters, linked }: ListSearchSchema): readonly string[] {
  return [...filters.map(({ field }) => field), ...linked];
}

/** Reads a list page's search; what it does not know falls back, nothing throws. `sort=-bytes` is descending. */
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
    // A cut may halve a character, and half a character cannot be written back.
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

/** What the address says of the view, apart from which rows in which order. */
const views = ['columns', 'group', 'density', 'selected'] as const;

/** The search string of a list page over the one that stands there; defaults are left out. */
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

/** A value that rows are filtered by, short and with ink. */
export function shownValue(value: string): string {
  return isBlank(value) ? blank : value.slice(0, 80).toWellFormed();
}

export function isFiltered(search: ListSearch): boolean {
  return search.text.trim() !== '' || Object.values(search.where).some((values) => values.length > 0);
}

/** Choices that Back takes back. */
const steps = ['where', 'sort', 'columns', 'group'] as const;

interface Ahead {
  /** Searches of the address over which it was chosen, and of one on its way then: it holds until there is another. */
  readonly over: readonly string[];
  readonly search: ListSearch;
  readonly isStep: boolean;
}

/** What was chosen is drawn by then; a browser takes no more than some hundred addresses a minute. */
const writtenAfterMilliseconds = 200;

/**
 * The search of a list page and the way to change it. Each choice, of a filter or an order, is a step that the browser's
 * Back takes back; typing replaces the address, it does not pile up history. What is chosen is asked for and drawn before
 * the address is written, which takes a browser as long as it takes to find the rows; whoever goes on before that has it
 * written first.
 */
export function useListSearch(schema: ListSearchSchema): [ListSearch, (change: Partial<ListSearch>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const address = parameters.toString();
  const [chosen, setChosen] = useState<Ahead | null>(null);
  const ahead = chosen?.over.includes(address) ? chosen : null;
  // Once another address is here, Back must not bring it back.
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
