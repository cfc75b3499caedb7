import { decodeList } from '../contract/decode-list.ts';
import type { ListRecord, ListResource } from '../contract/resources.ts';
import { claimOf } from '../domain/claim.ts';
import { fieldsOf } from '../domain/fields.ts';
import { lifetimeOf } from '../domain/lifetime.ts';
import { createListing, type FieldsWith, type Listing } from '../domain/listing.ts';
import type { Reader } from './request.ts';

/** Reads lists of a resource, each timed to what its headers state. */
export function listReader<R extends ListResource>(resource: R): Reader<Listing<ListRecord<R>>> {
  const fields: FieldsWith<ListRecord<R>> = fieldsOf[resource];
  return {
    decode: (endpoint, body, asked) => {
      const answer = decodeList(endpoint, resource, body, asked);
      return {
        value: createListing<ListRecord<R>>(answer.rows, fields, claimOf(answer)),
        findings: answer.findings,
      };
    },
    lifetime: (headers, receipt) => lifetimeOf(headers, { resource, ...receipt }),
  };
}
