import { type Endpoint, isListResource } from '../endpoints.ts';
import type { ListResource } from '../resources.ts';
import { type Asked, decodeList, type ListAnswer } from './list.ts';
import { decodeStatus, type StatusAnswer } from './status.ts';

export type DecodedAnswer = ListAnswer<ListResource> | StatusAnswer;

/**
 * Decodes the parsed body of a response of `endpoint`.
 *
 * @throws ContractError if the body is not a list (or not a status document).
 */
export function decodeAnswer(endpoint: Endpoint, body: unknown, asked: Asked = {}): DecodedAnswer {
  return isListResource(endpoint.resource)
    ? decodeList(endpoint, endpoint.resource, body, asked)
    : decodeStatus(endpoint, body);
}
