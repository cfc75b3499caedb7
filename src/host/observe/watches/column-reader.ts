/**
 * Parses lists into columns on the observer's own thread; a page has a worker for this (client/list-worker/).
 * The observer keeps long lists for hours.
 */

import type { LargeBody } from '#client/body.ts';
import { pageReader } from '#client/list-reader.ts';
import type { Reader } from '#client/request.ts';
import type { ListParameters } from '#contract/decode/list.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListResource, ListRow } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { createColumnListing } from '#domain/lists/columns/column-listing.ts';
import { type ColumnTable, rowAt } from '#domain/lists/columns/column-table.ts';
import { ListReader } from '#domain/lists/columns/reader/read-list.ts';
import { uniteTables } from '#domain/lists/columns/unite-tables.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { FieldsWith, Listing } from '#domain/lists/listing.ts';
import type { Page, PageRows } from '#domain/lists/planner/page.ts';

function listingOf<R extends ListResource>(table: ColumnTable<R>, claim: Claim): Listing<ListRow<R>> {
  const fields: FieldsWith<ListRow<R>> = fieldsOf[table.resource];
  return createColumnListing(table, fields, claim);
}

/**
 * Rows in columns, which can be released. A list cannot be merged from released parts: they must be requested
 * again.
 */
class CachedColumns<R extends ListResource> implements PageRows<ListRow<R>> {
  #table: ColumnTable<R> | null;

  constructor(table: ColumnTable<R>) {
    this.#table = table;
  }

  /**
   * The rows in columns.
   * @throws ListGone after the rows were released.
   */
  get table(): ColumnTable<R> {
    if (!this.#table) throw new ListGone();
    return this.#table;
  }

  listing(claim: Claim): Listing<ListRow<R>> {
    return listingOf(this.table, claim);
  }

  async rows(): Promise<readonly ListRow<R>[]> {
    const { table } = this;
    return Array.from({ length: table.count }, (_, row) => rowAt(table, row));
  }

  async unite(...[parts, claim]: Parameters<NonNullable<PageRows<ListRow<R>>['unite']>>) {
    const tables = parts.flatMap(({ page: { content }, rowFilter }) =>
      content instanceof CachedColumns ? [{ table: content.table as ColumnTable<R>, rowFilter }] : [],
    );
    return listingOf(uniteTables(this.table.resource, tables), claim);
  }

  release(): void {
    this.#table = null;
  }
}

function columnBody<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  parameters: ListParameters,
): LargeBody<Page<ListRow<R>>> {
  const reader = new ListReader(resource, path, parameters);
  return {
    write: (bytes) => reader.take(bytes),
    end: async () => {
      const { table, facts, findings, unlisted } = reader.end();
      return { value: { ...facts, content: new CachedColumns(table) }, findings, unlisted };
    },
    cancel: () => undefined,
  };
}

/** Returns a reader that decodes lists as a page does, but always into columns. */
export function columnReader<R extends ListResource>(resource: R): Reader<Page<ListRow<R>>> {
  return {
    ...pageReader(resource),
    longFrom: 0,
    openLarge: async (path, parameters) => columnBody(resource, path, parameters),
  };
}
