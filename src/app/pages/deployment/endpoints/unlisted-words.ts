/** Words that the document does not list for a field whose values it has observed (part 2: enumerations are not shown). */

import { type EndpointPath, endpointAt, isListResource } from '../../../../contract/endpoints.ts';
import {
  componentFields,
  type Fields,
  listFields,
  observedComponents,
  type Resource,
  type StatusDocument,
  statusFields,
} from '../../../../contract/resources.ts';
import { type Claim, exact, weakestClaim } from '../../../../domain/claim.ts';
import type { Group, Listing } from '../../../../domain/listing.ts';

export interface UnlistedWord {
  readonly path: EndpointPath;
  /** Field path, `data[].status`. */
  readonly field: string;
  readonly word: string;
  readonly count: number;
  /** That of the answer the word was read in. */
  readonly claim: Claim;
}

/** The fields of a table that have observed values, with them. */
function enumerated(fields: Fields): readonly (readonly [field: string, observed: readonly string[]])[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    'observed' in field && field.observed ? [[name, field.observed] as const] : [],
  );
}

/** Words among counted groups that are not observed, most frequent first. */
export function unlistedOf(
  path: EndpointPath,
  field: string,
  groups: readonly Group[],
  observed: readonly string[],
  claim: Claim = exact,
): readonly UnlistedWord[] {
  return groups
    .flatMap(({ key: [word], count }) =>
      word == null || observed.includes(word) ? [] : [{ path, field, word, count, claim }],
    )
    .toSorted((a, b) => b.count - a.count);
}

/** All such words in a list. */
export async function unlistedInList<Row>(
  path: EndpointPath,
  listing: Listing<Row>,
): Promise<readonly UnlistedWord[]> {
  const { resource } = endpointAt(path);
  if (!isListResource(resource)) return [];
  const all = await Promise.all(
    enumerated(listFields[resource]).map(async ([name, observed]) =>
      unlistedOf(path, `data[].${name}`, await listing.group({}, [name]), observed, listing.claim),
    ),
  );
  return all.flat();
}

function counted(words: readonly (string | null)[]): readonly Group[] {
  const counts = new Map<string | null, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => ({ key: [word], count, sums: {} }));
}

/** All such words in a status document, component names among them. */
export function unlistedInStatus(path: EndpointPath, document: StatusDocument): readonly UnlistedWord[] {
  const { components } = document;
  return [
    ...unlistedOf(path, 'status', counted([document.status]), statusFields.status.observed),
    ...unlistedOf(
      path,
      'components[].status',
      counted(components.map(({ status }) => status)),
      componentFields.status.observed,
    ),
    ...unlistedOf(path, 'components[].name', counted(components.map(({ name }) => name)), observedComponents),
  ];
}

export interface WordUse {
  readonly resource: Resource;
  readonly field: string;
  readonly word: string;
  /** Where it was read, with how often. */
  readonly uses: readonly { readonly path: EndpointPath; readonly count: number }[];
  readonly claim: Claim;
}

/** The same word in the same field of both versions is one entry. */
export function mergeVersions(words: readonly UnlistedWord[]): readonly WordUse[] {
  const merged = new Map<string, WordUse>();
  for (const { path, field, word, count, claim } of words) {
    const { resource } = endpointAt(path);
    const key = JSON.stringify([resource, field, word]);
    const known = merged.get(key);
    merged.set(key, {
      resource,
      field,
      word,
      uses: [...(known?.uses ?? []), { path, count }],
      claim: weakestClaim(known ? [known.claim, claim] : [claim]),
    });
  }
  return [...merged.values()];
}
