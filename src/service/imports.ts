/**
 * Stores imported data: the rows of one resource, or the status document, each in one transaction
 * (docs/operate/import.md).
 */

import { type EndpointPath, endpoints } from '#contract/endpoints.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import type { ListResource, Resource, StatusDocument } from '#contract/resources.ts';
import type { SqlStatements, SqlValue } from './sql/database.ts';
import { isRepeatedKey } from './sql/libsql.ts';
import { columnsOf, insertRows, rowsPerInsert, type Store, tables } from './store.ts';

/** Name of each resource in commands and file names. */
export const resourceNames = { ...tables, status: 'status' } as const satisfies Record<Resource, string>;

/**
 * How complete an imported list is. `known-regions`: complete in each known region, and there may be others.
 * `at-least`: there may be more rows.
 */
export type ImportClaim = 'exact' | 'known-regions' | 'at-least';

/** A status document as it was imported. The `version` is that of the endpoint that responds. */
export type ImportedStatus = Pick<StatusDocument, 'status' | 'region' | 'components' | 'updated_at'>;

/** The imports of a store. A list that was not imported is absent from `lists`. */
export interface Imported {
  readonly lists: ReadonlyMap<ListResource, ImportClaim>;
  readonly status: ImportedStatus | null;
  /** Whether an asset has no region. The store then cannot tell which assets are in a region. */
  readonly hasUnplacedAssets: boolean;
}

export interface ListWriter {
  /**
   * Inserts rows, with their values in the order of {@link columnsOf}.
   * @returns the indexes of rows that repeat the id (of regions: the code) of an earlier row.
   */
  readonly insert: (rows: readonly (readonly SqlValue[])[]) => Promise<readonly number[]>;
}

export interface Replaced {
  readonly stored: number;
  /** Number of rows that the store had before. */
  readonly replaced: number;
}

async function insertUnique(
  statements: SqlStatements,
  resource: ListResource,
  rows: readonly (readonly SqlValue[])[],
): Promise<readonly number[]> {
  const columns = columnsOf(resource);
  const insert = async (batch: readonly (readonly SqlValue[])[]): Promise<boolean> => {
    try {
      await insertRows(statements, tables[resource], columns, batch);
      return true;
    } catch (cause) {
      if (isRepeatedKey(cause)) return false;
      throw cause;
    }
  };
  const repeated: number[] = [];
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert);
    if (await insert(batch)) continue;
    // The failed statement inserted nothing, so each row is tried alone.
    for (const [index, row] of batch.entries()) if (!(await insert([row]))) repeated.push(start + index);
  }
  return repeated;
}

async function note(
  statements: SqlStatements,
  resource: Resource,
  claim: ImportClaim,
  document: string | null,
): Promise<void> {
  await statements.run('insert or replace into imports (resource, claim, document) values (?, ?, ?)', [
    resource,
    claim,
    document,
  ]);
}

/**
 * Replaces all rows of a list. If `write` throws, the store stays as it was.
 * @param write - inserts the new rows, and returns how complete they are.
 */
export function replaceList(
  store: Store,
  resource: ListResource,
  write: (writer: ListWriter) => Promise<ImportClaim>,
): Promise<Replaced> {
  return store.change([resource], async (statements) => {
    const table = tables[resource];
    // Building an index once is several times faster than adding each row to it.
    const indexes = await statements.all(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql is not null",
      [table],
    );
    for (const { name } of indexes) await statements.run(`drop index ${String(name)}`);
    const replaced = await statements.run(`delete from ${table}`);
    let stored = 0;
    const claim = await write({
      async insert(rows) {
        const repeated = await insertUnique(statements, resource, rows);
        stored += rows.length - repeated.length;
        return repeated;
      },
    });
    for (const { sql } of indexes) await statements.run(String(sql));
    await note(statements, resource, claim, null);
    return { stored, replaced };
  });
}

export function replaceStatus(store: Store, document: ImportedStatus): Promise<void> {
  const { status, region, components, updated_at } = document;
  const json = JSON.stringify({ status, region, components, updated_at });
  return store.change(['status'], (statements) => note(statements, 'status', 'exact', json));
}

function isList(name: unknown): name is ListResource {
  return typeof name === 'string' && Object.hasOwn(tables, name);
}

function isClaim(text: unknown): text is ImportClaim {
  return text === 'exact' || text === 'known-regions' || text === 'at-least';
}

function isImportedStatus(value: unknown): value is ImportedStatus {
  return isPlainObject(value) && Array.isArray(value['components']);
}

function parseStatus(document: unknown): ImportedStatus {
  const status: unknown = JSON.parse(String(document));
  if (isImportedStatus(status)) return status;
  throw new TypeError('The stored status document is damaged.');
}

/** Reads what was imported into a store. */
export function readImported(store: Store): Promise<Imported> {
  return store.change([], async (statements) => {
    const rows = await statements.all('select resource, claim, document from imports');
    const lists = new Map<ListResource, ImportClaim>();
    for (const { resource, claim } of rows) if (isList(resource) && isClaim(claim)) lists.set(resource, claim);
    const document = rows.find((row) => row['resource'] === 'status')?.['document'];
    const unplaced = await statements.all("select 1 from assets where region = '' limit 1");
    return {
      lists,
      status: document === undefined || document === null ? null : parseStatus(document),
      hasUnplacedAssets: unplaced.length > 0,
    };
  });
}

/** Returns the endpoints whose resource was imported. */
export function importedPaths({ lists, status }: Imported): readonly EndpointPath[] {
  return endpoints
    .filter(({ resource }) => (resource === 'status' ? status !== null : lists.has(resource)))
    .map(({ path }) => path);
}
