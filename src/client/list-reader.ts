import { decodeList, regionField } from '#contract/decode/list.ts';
import type { ListResource, ListRow } from '#contract/resources.ts';
import { lifetimeOf } from '#domain/answer/lifetime.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing, type FieldsWith, type Listing } from '#domain/lists/listing.ts';
import type { Page, PageRows, Unite } from '#domain/lists/planner/page.ts';
import { factsOf, uniteRows } from '#domain/lists/planner/pages-of-rows.ts';
import type { Reader } from './request.ts';

function listingOf<R extends ListResource>(
  resource: R,
  rows: readonly ListRow<R>[],
  claim: Claim,
): Listing<ListRow<R>> {
  const fields: FieldsWith<ListRow<R>> = fieldsOf[resource];
  return createListing<ListRow<R>>(rows, fields, claim);
}

/** Returns a reader that decodes responses of a list and computes their lifetime from their headers. */
export function pageReader<R extends ListResource>(resource: R): Reader<Page<ListRow<R>>> {
  return {
    decode: (endpoint, body, parameters) => {
      const answer = decodeList(endpoint, resource, body, parameters);
      const { rows, findings, unlisted } = answer;
      const cached: PageRows<ListRow<R>> = {
        listing: (claim) => listingOf(resource, rows, claim),
        rows: async () => rows,
      };
      return { value: { ...factsOf(answer), content: cached }, findings, unlisted };
    },
    lifetime: (headers, receipt) => lifetimeOf(headers, { resource, ...receipt }),
  };
}

/**
 * Returns a function that merges the parts of a sliced list into one listing. It runs in the list worker if
 * one of the parts is there, otherwise in this thread.
 */
export function uniter<R extends ListResource>(resource: R): Unite<ListRow<R>> {
  const code = regionField(resource);
  return async (parts, claim) => {
    const [only, ...others] = parts;
    if (only && others.length === 0 && only.rowFilter === null) return only.page.content.listing(claim);
    const elsewhere = parts.find(({ page: { content: cached } }) => 'unite' in cached)?.page.content;
    if (elsewhere?.unite) return elsewhere.unite(parts, claim);
    return listingOf(resource, await uniteRows(parts, code), claim);
  };
}
