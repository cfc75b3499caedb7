/**
 * Parses lists into columns on the observer's own thread; a page has a worker for this (client/list-worker/).
 * The observer keeps long lists for hours.
 */

import { createHash } from 'node:crypto';
import type { LargeBody } from '#client/body.ts';
import { pageReader } from '#client/list-reader.ts';
import type { Reader } from '#client/request.ts';
import type { ListParameters } from '#contract/decode/list.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListResource, ListRow } from '#contract/resources.ts';
import type { Answer } from '#domain/answer/answer.ts';
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
  /** Digest of the parameters and the body; `null` for a long body. */
  readonly digest: string | null;

  constructor(table: ColumnTable<R>, digest: string | null) {
    this.#table = table;
    this.digest = digest;
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

function digestOf(page: Page<unknown>): string | null {
  return page.content instanceof CachedColumns ? page.content.digest : null;
}

function columnBody<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  parameters: ListParameters,
  earlier: Answer<Page<ListRow<R>>> | null,
): LargeBody<Page<ListRow<R>>> {
  const reader = new ListReader(resource, path, parameters);
  // A body up to 1 MiB comes in one part.
  let only: Uint8Array | null = null;
  let isLong = false;
  return {
    write: (bytes) => {
      if (only) reader.take(only);
      if (only || isLong) reader.take(bytes);
      [only, isLong] = only || isLong ? [null, true] : [bytes, false];
    },
    end: async () => {
      const hash = only && createHash('sha1').update(JSON.stringify(parameters)).update(only);
      const digest = hash && hash.digest('base64');
      if (digest !== null && earlier && digestOf(earlier.value) === digest) return earlier;
      if (only) reader.take(only);
      const { table, facts, findings, unlisted } = reader.end();
      return { value: { ...facts, content: new CachedColumns(table, digest) }, findings, unlisted };
    },
    cancel: () => undefined,
  };
}

/**
 * Returns a reader that decodes lists as a page does, but always into columns.
 * @param earlier - a response whose page is returned again if the body is the same; its rows may be released.
 */
export function columnReader<R extends ListResource>(
  resource: R,
  earlier: Answer<Page<ListRow<R>>> | null,
): Reader<Page<ListRow<R>>> {
  return {
    ...pageReader(resource),
    longFrom: 0,
    openLarge: async (path, parameters) => columnBody(resource, path, parameters, earlier),
  };
}
