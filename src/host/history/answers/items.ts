/** The slow fields of rows of lists, as the record keeps them: JSON of one object. */

import type { Known } from '../known.ts';
import type { EndpointRow, SubjectRow } from '../rows.ts';

/** Texts by field; what is no text as its JSON. `null` of what is no object. */
export function fieldsOf(body: string | null): Readonly<Record<string, string>> | null {
  if (body === null) return null;
  const read: unknown = JSON.parse(body);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, value]: [string, unknown]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}

/** Of a region or node as it is listed now; `null` where it is not. */
export function slowFields(
  known: Known,
  lists: readonly EndpointRow[],
  { key, occurrence }: SubjectRow,
): Readonly<Record<string, string>> | null {
  for (const { id } of lists) {
    const content = known.itemOf(id, key, occurrence)?.content ?? null;
    if (content !== null) return fieldsOf(known.body(content));
  }
  return null;
}
