/**
 * Decodes the parsed body of a status response into the status document and findings (API document, part 2).
 */

import type { Endpoint } from '../endpoints.ts';
import { isPlainObject } from '../json/parse.ts';
import { isRegionCode } from '../region-code.ts';
import type { StatusDocument } from '../resources.ts';
import { componentFields, statusFields } from '../status-fields.ts';
import {
  ContractError,
  decodeRow,
  type Finding,
  Findings,
  sampleOf,
  sentText,
  type UnlistedField,
} from './row.ts';

export interface DecodedStatusBody {
  readonly kind: 'status';
  readonly document: StatusDocument;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
}

const checkedAbove: ReadonlySet<string> = new Set(['components', 'object', 'pagination']);

/**
 * Decodes the parsed body of a response of `endpoint`, a status endpoint.
 * @throws ContractError if the body is not a status document.
 */
export function decodeStatus(endpoint: Endpoint, body: unknown): DecodedStatusBody {
  if (!isPlainObject(body))
    throw new ContractError('The response is not a status document: it is not a JSON object.');
  const sent = body['components'];
  if (sent === undefined && body['status'] === undefined)
    throw new ContractError('The response is not a status document: `status` and `components` are missing.');
  const findings = new Findings(endpoint.path);
  const head = decodeRow(statusFields, body, '', null, findings);
  for (const member of ['object', 'pagination'])
    if (Object.hasOwn(body, member))
      findings.add(member, 'must not be in a status document (part 4, rule 5)', null, sampleOf(body[member]));
  if (head.version !== null && head.version !== endpoint.version)
    findings.add(
      'version',
      `must be ${endpoint.version}, the prefix of the path`,
      null,
      sentText(head.version),
    );
  if (head.region !== null && isRegionCode(head.region))
    findings.add('region', 'must be a city name, not a region code', null, sentText(head.region));
  if (!Array.isArray(sent)) {
    findings.add('components', sent === undefined ? 'is missing' : 'must be an array', null, sampleOf(sent));
  }
  const components = (Array.isArray(sent) ? sent : []).map((item, position) =>
    decodeRow(componentFields, item, 'components[]', position, findings),
  );
  const document: StatusDocument = Object.assign(head, { components });
  // Members in `checkedAbove` already have findings and are not reported as unlisted.
  const unlisted = findings.unlisted().filter(({ path }) => !checkedAbove.has(path));
  return { kind: 'status', document, findings: findings.list(), unlisted };
}
