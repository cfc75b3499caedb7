/** From the parsed body of a list answer to its rows, pagination and findings (part 2). */

import type { Endpoint } from '../endpoints.ts';
import { isPlainObject } from '../json/parse.ts';
import { type ListRecord, type ListResource, listFields } from '../resources.ts';
import {
  ContractError,
  decodeInteger,
  decodeRecord,
  type Finding,
  Findings,
  itemLabel,
  sampleOf,
  sentText,
  type UnlistedField,
} from './record.ts';

/** Fields of `pagination` (part 2); `null` where missing or of a wrong type. */
export interface Pagination {
  readonly limit: number | null;
  readonly count: number | null;
  readonly hasMore: boolean | null;
}

export interface ListAnswer<R extends ListResource> {
  readonly kind: 'list';
  readonly resource: R;
  readonly rows: readonly ListRecord<R>[];
  readonly pagination: Pagination;
  /** Rows that carry the id (of regions: the code) of an earlier row; all rows are kept. */
  readonly repeated: number;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
}

/** Parameters of the request that an answer belongs to. */
export interface Asked {
  readonly limit?: number;
  readonly region?: string;
}

/** The field that holds a row's region code, for the resources that carry one (part 2). */
export function regionField(resource: ListResource): 'region' | 'pop' | null {
  if (resource === 'bucket') return 'region';
  return resource === 'node' ? 'pop' : null;
}

const envelope = { object: 1, data: 1, pagination: 1 };
const paginationFields = { limit: 1, count: 1, has_more: 1 };

function decodePagination(value: unknown, rows: number, asked: Asked, findings: Findings): Pagination {
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
      'must not hold more items than pagination.limit',
      null,
      `${rows} items, limit ${limit}`,
    );
  if (asked.limit !== undefined && rows > asked.limit)
    findings.add(
      'data',
      'must not hold more items than the limit asked for',
      null,
      `${rows} items, asked ${asked.limit}`,
    );
  if (more === true && rows === 0)
    findings.add('pagination.has_more', 'says there are more items, but none were sent', null, null);
  return { limit, count, hasMore: typeof more === 'boolean' ? more : null };
}

/** Counts rows that carry the id (of regions: the code) of an earlier row. */
function countRepeated(resource: ListResource, rows: readonly object[], findings: Findings): number {
  const identity = resource === 'region' ? 'code' : 'id';
  const seen = new Set<unknown>();
  let repeated = 0;
  for (const row of rows) {
    const id: unknown = Reflect.get(row, identity);
    if (typeof id !== 'string' || seen.size < seen.add(id).size) continue;
    repeated += 1;
    findings.add(`data[].${identity}`, 'must not repeat that of another item', id.slice(0, 200), sentText(id));
  }
  return repeated;
}

/**
 * Decodes the parsed body of an answer of `endpoint`, which lists `resource`.
 *
 * @param elsewhere - rows of it that were read elsewhere, of which there is nothing to say.
 * @throws ContractError where the body is no list at all.
 */
export function decodeList<R extends ListResource>(
  endpoint: Endpoint,
  resource: R,
  body: unknown,
  asked: Asked = {},
  elsewhere = 0,
): ListAnswer<R> {
  if (!isPlainObject(body)) throw new ContractError('The answer is not a list: it is not a JSON object.');
  const data = body['data'];
  if (data === undefined) throw new ContractError('The answer is not a list: `data` is missing.');
  if (!Array.isArray(data)) throw new ContractError('The answer is not a list: `data` is not an array.');
  const findings = new Findings(endpoint.path);
  if (body['object'] === undefined) findings.add('object', 'is missing', null, null);
  else if (body['object'] !== 'list')
    throw new ContractError('The answer is not a list: `object` is not "list".');
  const fields: (typeof listFields)[R] = listFields[resource];
  const rows = data.map((item, position) => decodeRecord(fields, item, 'data[]', position, findings));
  const pagination = decodePagination(body['pagination'], rows.length + elsewhere, asked, findings);
  const code = regionField(resource);
  if (asked.region !== undefined && code !== null) {
    for (const [position, row] of rows.entries()) {
      const sent: unknown = Reflect.get(row, code);
      // A row without a region has its own finding: it is not known to be foreign.
      if (typeof sent === 'string' && sent !== asked.region) {
        const label = itemLabel(row, position);
        findings.add(`data[].${code}`, 'must be the region asked for', label, sentText(sent));
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
