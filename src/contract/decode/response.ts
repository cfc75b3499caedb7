import { type Endpoint, isListResource } from '../endpoints.ts';
import type { ListResource } from '../resources.ts';
import { type DecodedList, decodeList, type ListParameters } from './list.ts';
import { type DecodedStatusBody, decodeStatus } from './status.ts';

export type DecodedResponse = DecodedList<ListResource> | DecodedStatusBody;

/**
 * Decodes the parsed body of a response of `endpoint` as a list or a status document.
 * @throws ContractError if the body is not of that kind.
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
