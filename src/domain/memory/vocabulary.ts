/**
 * Counts the words of a response by field. The API document (part 2) shows examples and says that its
 * enumerations are incomplete.
 */

import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import {
  componentFields,
  type Fields,
  listFields,
  observedComponents,
  type Resource,
  type StatusDocument,
  statusFields,
} from '#contract/resources.ts';
import { cacheClass } from '../figures/cache-words.ts';
import type { Listing } from '../lists/listing.ts';
import { classify, normaliseWord } from '../severity/classify.ts';
import type { Severity } from '../severity/severity.ts';

export interface WordCount {
  readonly field: string;
  readonly word: string;
  readonly count: number;
}

/**
 * Familiarity of a word: in the API document (`documented`), known from other systems (`known`,
 * severity-words.ts), or neither (`new`).
 */
export type Familiarity = 'documented' | 'known' | 'new';

/** Words by which other systems say "state unknown". Their severity is `unknown`, but they are not new. */
const knownUnknown: ReadonlySet<string> = new Set(
  'unknown no_data nodata not_monitored stale unseen no_contact lost_comm'.split(' '),
);

function enumerated(fields: Fields): readonly (readonly [field: string, observed: readonly string[]])[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    'observed' in field && field.observed ? [[name, field.observed] as const] : [],
  );
}

const documented = new Map<string, ReadonlySet<string>>();

function key(resource: Resource, field: string): string {
  return `${resource} ${field}`;
}

for (const [resource, fields] of Object.entries(listFields))
  for (const [name, observed] of enumerated(fields))
    documented.set(`${resource} data[].${name}`, new Set(observed));
documented.set(key('status', 'status'), new Set(statusFields.status.observed));
documented.set(key('status', 'components[].status'), new Set(componentFields.status.observed));
documented.set(key('status', 'components[].name'), new Set(observedComponents));

/** Whether the values of a field are status words (API document, part 3). */
export function isStateField(field: string): boolean {
  return /(?:^|[.])status$/.test(field);
}

export function standingOf(resource: Resource, field: string, word: string): Familiarity {
  if (documented.get(key(resource, field))?.has(word)) return 'documented';
  const known = isStateField(field)
    ? classify(word).severity !== 'unknown' || knownUnknown.has(normaliseWord(word))
    : field === 'data[].cache_status' && cacheClass(word) !== 'unseen';
  return known ? 'known' : 'new';
}

export async function wordsInList<Row>(
  path: EndpointPath,
  listing: Listing<Row>,
): Promise<readonly WordCount[]> {
  const { resource } = endpointAt(path);
  if (resource === 'status') return [];
  const all = await Promise.all(
    enumerated(listFields[resource]).map(async ([name]) => {
      const groups = await listing.group({}, [name]);
      return groups.flatMap(({ key: [word], count }) =>
        word == null ? [] : [{ field: `data[].${name}`, word, count }],
      );
    }),
  );
  return all.flat();
}

export function wordsInStatus({ status, components }: StatusDocument): readonly WordCount[] {
  const counted = (field: string, words: readonly (string | null)[]): readonly WordCount[] => {
    const counts = new Map<string, number>();
    for (const word of words) if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1);
    return [...counts].map(([word, count]) => ({ field, word, count }));
  };
  return [
    ...counted('status', [status]),
    ...counted(
      'components[].status',
      components.map((component) => component.status),
    ),
    ...counted(
      'components[].name',
      components.map((component) => component.name),
    ),
  ];
}

/** Severities that the configuration may give a status word (docs/operate/configuration.md). */
export const configurable = [
  'ok',
  'notice',
  'degraded',
  'partial',
  'critical',
  'unknown',
] as const satisfies readonly Severity[];

export function configLine(word: string, severity: (typeof configurable)[number]): string {
  return `"words": { ${JSON.stringify(word)}: "${severity}" }`;
}
