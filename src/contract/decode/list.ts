/** Decodes the parsed body of a list response into rows, pagination and findings (API document, part 2). */

import type { Endpoint } from '../endpoints.ts';
import { isPlainObject } from '../json/parse.ts';
import { type ListResource, type ListRow, listFields } from '../resources.ts';
import {
  ContractError,
  decodeInteger,
  decodeRow,
  type Finding,
  Findings,
  itemLabel,
  sampleOf,
  sentText,
  type UnlistedField,
} from './row.ts';

/**
 * `pagination` of a list response (API document, part 2). A field is `null` if it is missing or has a wrong
 * type.
 */
export interface Pagination {
  readonly limit: number | null;
  readonly count: number | null;
  readonly hasMore: boolean | null;
}

export interface DecodedList<R extends ListResource> {
  readonly kind: 'list';
  readonly resource: R;
  readonly rows: readonly ListRow<R>[];
  readonly pagination: Pagination;
  /**
   * Number of rows that repeat the id (of regions: the code) of an earlier row. These rows stay in `rows`.
   */
  readonly repeated: number;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
}

export interface ListParameters {
  readonly limit?: number;
  readonly region?: string;
}

/** Returns the field that holds the region code of a row; `null` for resources without a region. */
export function regionField(resource: ListResource): 'region' | 'pop' | null {
  if (resource === 'bucket') return 'region';
  return resource === 'node' ? 'pop' : null;
}

const envelope = { object: 1, data: 1, pagination: 1 };
const paginationFields = { limit: 1, count: 1, has_more: 1 };

function decodePagination(
  value: unknown,
  rows: number,
  parameters: ListParameters,
  findings: Findings,
): Pagination {
  if (!isPlainObject(value)) {
    findings.add('pagination', value === undefined ? 'is missing' : 'must be an object', null, sampleOf(value));
    return { limit: null, count: null, hasMore: null };
  }
  const integer = (name: 'limit' | 'count'): number | null => {
    const sent = value[name];
    const decoded = decodeInteger(sent);
    if (!('flaw' in decoded)) return Number(decoded.value);
    findings.add(
      `pagination.${name}`,
      sent === undefined ? 'is missing' : decoded.problem,
      null,
      sampleOf(sent),
    );
    return null;
  };
  findings.addUnlisted('pagination.', value, paginationFields);
  const limit = integer('limit');
  const count = integer('count');
  const more = value['has_more'];
  if (typeof more !== 'boolean')
    findings.add(
      'pagination.has_more',
      more === undefined ? 'is missing' : 'must be true or false',
      null,
      sampleOf(more),
    );
  if (count !== null && count !== rows)
    findings.add(
      'pagination.count',
      'must be the number of items in data',
      null,
      `${count}, with ${rows} items`,
    );
  if (limit !== null && rows > limit)
    findings.add(
      'data',
      'must not have more items than pagination.limit',
      null,
      `${rows} items, limit ${limit}`,
    );
  if (parameters.limit !== undefined && rows > parameters.limit)
    findings.add(
      'data',
      'must not have more items than the requested limit',
      null,
      `${rows} items, asked ${parameters.limit}`,
    );
  if (more === true && rows === 0)
    findings.add('pagination.has_more', 'says there are more items, but none were sent', null, null);
  return { limit, count, hasMore: typeof more === 'boolean' ? more : null };
}

function countRepeated(resource: ListResource, rows: readonly object[], findings: Findings): number {
  const identity = resource === 'region' ? 'code' : 'id';
  const seen = new Set<unknown>();
  let repeated = 0;
  for (const row of rows) {
    const id: unknown = Reflect.get(row, identity);
    if (typeof id !== 'string' || seen.size < seen.add(id).size) continue;
    repeated += 1;
    findings.add(
      `data[].${identity}`,
      'must not repeat the id of another item',
      id.slice(0, 200),
      sentText(id),
    );
  }
  return repeated;
}

/**
 * Decodes the parsed body of a response of `endpoint`, which lists `resource`.
 * @param elsewhere - number of rows of the same response that another reader decoded; used only to check
 * `pagination.count`.
 * @throws ContractError if the body is not a list.
 */
export function decodeList<R extends ListResource>(
  endpoint: Endpoint,
  resource: R,
  body: unknown,
  parameters: ListParameters = {},
  elsewhere = 0,
): DecodedList<R> {
  if (!isPlainObject(body)) throw new ContractError('The response is not a list: it is not a JSON object.');
  const data = body['data'];
  if (data === undefined) throw new ContractError('The response is not a list: `data` is missing.');
  if (!Array.isArray(data)) throw new ContractError('The response is not a list: `data` is not an array.');
  const findings = new Findings(endpoint.path);
  if (body['object'] === undefined) findings.add('object', 'is missing', null, null);
  else if (body['object'] !== 'list')
    throw new ContractError('The response is not a list: `object` is not "list".');
  const fields: (typeof listFields)[R] = listFields[resource];
  const rows = data.map((item, position) => decodeRow(fields, item, 'data[]', position, findings));
  const pagination = decodePagination(body['pagination'], rows.length + elsewhere, parameters, findings);
  const code = regionField(resource);
  if (parameters.region !== undefined && code !== null) {
    for (const [position, row] of rows.entries()) {
      const sent: unknown = Reflect.get(row, code);
      // A row without a region already has a finding of its own.
      if (typeof sent === 'string' && sent !== parameters.region) {
        const label = itemLabel(row, position);
        findings.add(`data[].${code}`, 'must be the requested region', label, sentText(sent));
      }
    }
  }
  findings.addUnlisted('', body, envelope);
  const repeated = countRepeated(resource, rows, findings);
  return {
    kind: 'list',
    resource,
    rows,
    pagination,
    repeated,
    findings: findings.list(),
    unlisted: findings.unlisted(),
  };
}
