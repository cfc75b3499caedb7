/**
 * Finds parameters and values in the URL that have no meaning on its page. The page ignores them, and a note
 * lists them.
 */

import { againstParameter, isFuture, momentTextIn, presentText } from '#domain/history/past/as-of.ts';
import { momentParameter } from '#domain/history/past/slug-in-time.ts';
import { timeIn } from '#domain/history/time-in.ts';
import { type PageSearch, pageSearches } from './page-searches.ts';
import { without } from './paths.ts';
import { densities, filteredBy, type ListSearchSchema, longestText, longestValue } from './search.ts';

/** Returns the reason why a value is ignored, as a clause; `null` if the value is valid. */
type Judge = (value: string) => string | null;
type Judges = Readonly<Record<string, Judge>>;

export interface UnknownParameter {
  readonly name: string;
  readonly value: string;
  readonly why: string;
}

/** Parameters of earlier versions, by section. Bookmarks contain them, and nothing needs to be said of them. */
const formerParameters: Readonly<Record<string, readonly string[]>> = { events: ['volume', 'scale'] };

const notCompared = 'nothing is compared';
const meaningless = 'is not known here; it was ignored';

function validIf(isUnderstood: (value: string) => boolean): Judge {
  return (value) => (isUnderstood(value) ? null : meaningless);
}

function oneOf(words: readonly string[]): Judge {
  return validIf((value) => words.includes(value));
}

function atMost(characters: number, what: string): Judge {
  return (value) =>
    value.length > characters ? `is longer than ${characters} characters; ${what} was ignored` : null;
}

const shortText = (characters: number) => atMost(characters, 'the rest of it');
const shortValue = atMost(longestValue, 'it');

function each<T>(values: Readonly<Record<string, T>>, judge: (value: T) => Judge): Judges {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, judge(value)]));
}

function judgesOfList(schema: ListSearchSchema): Judges {
  const { filters, sortable } = schema;
  const fields = filteredBy(schema);
  return {
    q: shortText(longestText),
    sort: validIf((value) => sortable.includes(value.replace(/^-/, ''))),
    [without]: oneOf(fields),
    // Every column can be sorted, so the sortable fields are also the names of the columns.
    columns: validIf((value) => value.split(',').every((field) => sortable.includes(field))),
    group: oneOf(filters.map(({ field }) => field)),
    density: oneOf(densities),
    selected: shortValue,
    ...Object.fromEntries(fields.map((name) => [name, shortValue])),
  };
}

/** Judges a past moment. @param otherwise - what the page does without it, as a clause. */
function pastAt({ now, hasHistory }: Circumstances, otherwise: string): Judge {
  return (value) => {
    const moment = timeIn(value);
    if (moment === null) return `is not a time such as 2026-11-27T03:00:00Z; ${otherwise}`;
    if (isFuture(moment, now)) return `is in the future; ${otherwise}`;
    return hasHistory ? null : `needs a recorded history; ${otherwise}`;
  };
}

/** Judges the moment with which a page is compared. */
function comparedWith(circumstances: Circumstances): Judge {
  const judge = pastAt(circumstances, notCompared);
  return (value) => {
    if (value !== presentText) return judge(value);
    return circumstances.hasMoment ? null : `needs a moment in “${momentParameter}”; ${notCompared}`;
  };
}

interface Circumstances {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the host records a history. */
  readonly hasHistory: boolean;
  /** Whether the address has a valid past moment. */
  readonly hasMoment: boolean;
}

function judgesOf(
  { list, choices = {}, texts = {}, values = {} }: PageSearch,
  circumstances: Circumstances,
): ReadonlyMap<string, Judge> {
  return new Map(
    Object.entries({
      theme: oneOf(['dark', 'light']),
      [momentParameter]: pastAt(circumstances, 'the present is shown'),
      [againstParameter]: comparedWith(circumstances),
      ...(list && judgesOfList(list)),
      ...each(choices, oneOf),
      ...each(texts, shortText),
      ...each(values, validIf),
    }),
  );
}

/** Returns the parameters that have no meaning on the page of a URL, in the URL's order, with reasons. */
export function unknownParametersIn(
  pathname: string,
  parameters: URLSearchParams,
  known: Omit<Circumstances, 'hasMoment'>,
): readonly UnknownParameter[] {
  const [section = '', id = ''] = pathname.split('/').slice(2);
  const page = new Map(Object.entries(pageSearches)).get(id === '' ? section : `${section}/`);
  // An unknown page shows a message of its own.
  if (!page) return [];
  const hasMoment = momentTextIn(parameters, known.now) !== null;
  const judges = judgesOf(page, { ...known, hasMoment });
  return [...parameters].flatMap(([name, value]) => {
    if (formerParameters[section]?.includes(name)) return [];
    const why = (judges.get(name) ?? oneOf([]))(value);
    return why === null ? [] : [{ name, value, why }];
  });
}
