import { type Endpoint, isListResource } from '../endpoints.ts';
import type { ListResource } from '../resources.ts';
import { type DecodedList, decodeList, type ListParameters } from './list.ts';
import { type DecodedStatusBody, decodeStatus } from './status.ts';

export type DecodedResponse = DecodedList<ListResource> | DecodedStatusBody;

/**
 * Decodes the parsed body of a response of `endpoint`.
 *
 * @throws ContractError if the body is not a list (or not a status document).
 */
export function decodeResponse(
  endpoint: Endpoint,
  body: unknown,
  parameters: ListParameters = {},
): DecodedResponse {
  return isListResource(endpoint.resource)
    ? decodeList(endpoint, endpoint.resource, body, parameters)
    : decodeStatus(endpoint, body);
}
