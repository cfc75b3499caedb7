/** Which parameters of an address mean something on its page. The rest falls back, and the reader is told (B15). */

import { isEndpointPath } from '#contract/endpoints.ts';
import { listSchemas } from './list-schemas.ts';
import { readView } from './map-view.ts';
import { without } from './paths.ts';
import { densities, type ListSearchSchema, longestText, longestValue } from './search.ts';

/** What is done with a value, a clause; `null` where it is understood. */
type Judge = (value: string) => string | null;
type Judges = Readonly<Record<string, Judge>>;

export interface Stray {
  readonly name: string;
  readonly value: string;
  /** "means nothing here; it was left out" */
  readonly why: string;
}

const meaningless = 'means nothing here; it was left out';

function where(isUnderstood: (value: string) => boolean): Judge {
  return (value) => (isUnderstood(value) ? null : meaningless);
}

function oneOf(...words: readonly string[]): Judge {
  return where((value) => words.includes(value));
}

const anything: Judge = () => null;
const nothing = oneOf();

function atMost(characters: number, what: string): Judge {
  return (value) =>
    value.length > characters ? `is longer than ${characters} characters; ${what} was left out` : null;
}

const shortValue = atMost(longestValue, 'it');

function list({ filters, sortable }: ListSearchSchema): Judges {
  return {
    q: atMost(longestText, 'the rest of it'),
    sort: where((value) => sortable.includes(value.replace(/^-/, ''))),
    [without]: oneOf(...filters),
    // The head of each column sorts.
    columns: where((value) => value.split(',').every((field) => sortable.includes(field))),
    group: oneOf(...filters),
    density: oneOf(...densities),
    selected: shortValue,
    ...Object.fromEntries(filters.map((name) => [name, shortValue])),
  };
}

/** The parameters of a map of regions (app/map/). */
const map = {
  size: oneOf('nodes', 'capacity', 'buckets', 'bytes'),
  outline: oneOf('zones'),
  map: where((value) => readView(value, { width: 1_000, height: 500 }) !== null),
};
const volume = { volume: oneOf('added', 'reported') };

/** By section; `/` behind it is one record's page. */
const pages = new Map<string, Judges>([
  ['', { view: oneOf('tiles', 'rows'), ...map }],
  [
    'regions',
    {
      ...list(listSchemas.regions),
      at: anything,
      ...map,
    },
  ],
  ['regions/', {}],
  ['nodes', list(listSchemas.nodes)],
  ['nodes/', {}],
  ['buckets', list(listSchemas.buckets)],
  ['buckets/', {}],
  ['assets', { ...list(listSchemas.assets), map: oneOf('closed', 'regions') }],
  ['applications', list(listSchemas.applications)],
  ['events', { ...list(listSchemas.events), ...volume }],
  ['events/', volume],
  ['endpoints', { answer: where(isEndpointPath), find: atMost(longestValue, 'the rest of it') }],
]);

const everywhere: Judges = { theme: oneOf('dark', 'light') };

/** What the address of a deployment's page, or of all deployments, asks for in vain. */
export function straysIn(pathname: string, parameters: URLSearchParams): readonly Stray[] {
  const [section = '', id = ''] = pathname.split('/').slice(2);
  const own = pages.get(id === '' ? section : `${section}/`);
  // A page that is none has more to say.
  if (!own) return [];
  const judges = new Map(Object.entries({ ...everywhere, ...own }));
  return [...parameters].flatMap(([name, value]) => {
    const why = (judges.get(name) ?? nothing)(value);
    return why === null ? [] : [{ name, value, why }];
  });
}
