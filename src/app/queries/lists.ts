/** How a list answer becomes a {@link Listing}; the options factories beside this file name the resources. */

import type { Asked, DecodedAnswer, ListAnswer } from '../../contract/decode.ts';
import type { EndpointPath } from '../../contract/endpoints.ts';
import type { Deployment } from '../../contract/host.ts';
import type { ListRecord, ListResource } from '../../contract/resources.ts';
import { claimOf } from '../../domain/claim.ts';
import { fieldsOf } from '../../domain/fields.ts';
import { createListing, type FieldsWith, type Listing } from '../../domain/listing.ts';
import { endpointQuery } from './endpoint.ts';

function isListOf<R extends ListResource>(answer: DecodedAnswer, resource: R): answer is ListAnswer<R> {
  return answer.kind === 'list' && answer.resource === resource;
}

/** The query of a list endpoint. `resource` is what the contract says `path` lists. */
export function listQuery<R extends ListResource>(
  deployment: Deployment,
  resource: R,
  path: EndpointPath,
  asked: Asked = {},
) {
  const fields: FieldsWith<ListRecord<R>> = fieldsOf[resource];
  return endpointQuery<Listing<ListRecord<R>>>(deployment, path, asked, (answer) => {
    if (!isListOf(answer, resource)) throw new Error(`${path} does not list resource ${resource}.`);
    return createListing<ListRecord<R>>(answer.rows, fields, claimOf(answer));
  });
}
