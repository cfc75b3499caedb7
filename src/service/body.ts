/** Writes rows as JSON bodies, field by field as part 2 of the API document lists them. */

import type { Version } from '#contract/endpoints.ts';
import { type Field, type ListResource, listFields } from '#contract/resources.ts';
import { worstStatus } from './choices.ts';
import type { ImportedStatus } from './imports.ts';
import type { SqlRow, SqlValue } from './sql/database.ts';
import type { ListPage, StoredStatus } from './store.ts';

function integerJson(name: string, value: SqlValue | undefined): string {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return `${value}`;
  throw new TypeError(`The column ${name} does not hold an integer.`);
}

function textOf(name: string, value: SqlValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`The column ${name} does not hold text.`);
}

type ValueWriter = (value: SqlValue | undefined) => string;

function valueWriter(name: string, field: Field): ValueWriter {
  if (field.type === 'integer') return (value) => integerJson(name, value);
  // The column stores the JSON of the array.
  if (field.type === 'strings') return (value) => textOf(name, value);
  if (field.form?.kind === 'timestamp') return (value) => `"${new Date(Number(value)).toISOString()}"`;
  return (value) => JSON.stringify(textOf(name, value));
}

type RecordWriter = (row: SqlRow) => string;

function recordWriter(resource: ListResource): RecordWriter {
  const members = Object.entries<Field>(listFields[resource]).map(([name, field], position) => ({
    name,
    label: `${position === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    write: valueWriter(name, field),
  }));
  return (row) => {
    let json = '';
    for (const member of members) json += member.label + member.write(row[member.name]);
    return `${json}}`;
  };
}

const writers: Readonly<Record<ListResource, RecordWriter>> = {
  bucket: recordWriter('bucket'),
  asset: recordWriter('asset'),
  region: recordWriter('region'),
  application: recordWriter('application'),
  node: recordWriter('node'),
  event: recordWriter('event'),
};

/**
 * Writes the body of a list response (API document, part 2). Written by hand because `JSON.stringify` cannot
 * write integers beyond 2^53.
 * @param limit - the limit that was applied.
 */
export function listBody(resource: ListResource, page: ListPage, limit: number): string {
  const records = page.rows.map(writers[resource]);
  const pagination = { limit, count: records.length, has_more: page.hasMore };
  return `{"object":"list","data":[${records.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
}

export interface Site {
  /** Name of the city from which the service responds (part 2: a name, not a region code). */
  readonly city: string;
  /** Names of the listed components, in order; `undefined` for all components. */
  readonly components: readonly string[] | undefined;
  /**
   * Status words of components with a problem in this deployment only. The worse of this word and the stored
   * word is shown.
   */
  readonly ongoing: readonly { readonly name: string; readonly word: string }[];
}

/** Writes a status document that was imported, for either version (API document, part 9). */
export function importedStatusBody(imported: ImportedStatus, version: Version): string {
  const { status, region, components, updated_at } = imported;
  return JSON.stringify({ status, version, region, components, updated_at });
}

/** Writes the status document (API document, part 2), without `object` and `pagination` (part 4, rule 5). */
export function statusBody(status: StoredStatus, site: Site, version: Version): string {
  const listed = site.components
    ? site.components.flatMap((name) => status.components.filter((component) => component.name === name))
    : status.components;
  const components = listed.map(({ name, status: word }) => {
    const own = site.ongoing.flatMap((each) => (each.name === name ? [each.word] : []));
    return { name, status: worstStatus([word, ...own]) };
  });
  return JSON.stringify({
    status: worstStatus(components.map((component) => component.status)),
    version,
    region: site.city,
    components,
    updated_at: new Date(status.updatedAt).toISOString(),
  });
}
