/** Reads the rarely changing fields of list rows, which are stored as the JSON of one object. */

import type { Known } from '../memory/known.ts';
import type { EndpointRow, SubjectRow } from '../rows.ts';

/**
 * Parses a stored body to texts by field; a value that is no text becomes its JSON. @returns `null` if the
 * body is no object.
 */
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

/** Returns the rarely changing fields of a region or node; `null` if it is not listed. */
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
