/** Decodes whatever an endpoint answers: for those who ask all of them alike. */

import { type Endpoint, isListResource } from '../endpoints.ts';
import type { ListResource } from '../resources.ts';
import { type Asked, decodeList, type ListAnswer } from './list.ts';
import { decodeStatus, type StatusAnswer } from './status.ts';

export type DecodedAnswer = ListAnswer<ListResource> | StatusAnswer;

/**
 * Decodes the parsed body of an answer of `endpoint`.
 *
 * @throws ContractError where the body is no list (or no status document) at all.
 */
export function decodeAnswer(endpoint: Endpoint, body: unknown, asked: Asked = {}): DecodedAnswer {
  return isListResource(endpoint.resource)
    ? decodeList(endpoint, endpoint.resource, body, asked)
    : decodeStatus(endpoint, body);
}
