/**
 * From parsed JSON to records. Nothing is dropped and nothing is invented: a field that is missing or
 * wrong is `null` and leaves a finding; only a body that is no list, or no status document, is refused.
 */

import { type Endpoint, isListResource } from './endpoints.ts';
import { describeForm, hasForm, isRegionCode } from './forms.ts';
import { depthLimit, isPlainObject, isTooDeep, NumberLiteral } from './json.ts';
import {
  componentFields,
  type Field,
  type Fields,
  type Integer,
  type ListRecord,
  type ListResource,
  listFields,
  type RecordOf,
  type StatusDocument,
  statusFields,
} from './resources.ts';

/** Where an answer departs from the document; equal departures are counted, the first one is the sample. */
export interface Finding {
  readonly endpoint: string;
  /** Field path, `data[].bytes`. */
  readonly path: string;
  /** A clause that follows the path: "is missing", "must be …". */
  readonly problem: string;
  /** Id or position of the first item concerned; `null` for the envelope. */
  readonly item: string | null;
  /** What was sent there, as JSON text, cut to 200 characters; `null` where nothing was. */
  readonly sample: string | null;
  readonly count: number;
}

/** Why a field is `null`: never sent, of a wrong type, or a number that counts nothing. */
export interface Flaw {
  readonly kind: 'missing' | 'invalid' | 'unusual';
  /** What was sent, cut to 200 characters. */
  readonly sent: string;
}

const flaws = Symbol('flaws');

/** Why `field` of a decoded record is `null`, where it is. */
export function flawOf(record: object, field: string): Flaw | undefined {
  const known: unknown = Reflect.get(record, flaws);
  return known instanceof Map ? known.get(field) : undefined;
}

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
  readonly findings: readonly Finding[];
}

export interface StatusAnswer {
  readonly kind: 'status';
  readonly document: StatusDocument;
  readonly findings: readonly Finding[];
}

/** The body is not what part 2 calls a list, or a status document. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

const sampleLength = 200;

class Findings {
  readonly #endpoint: string;
  readonly #found = new Map<string, { -readonly [K in keyof Finding]: Finding[K] }>();

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  add(path: string, problem: string, item: string | null, sample: string | null): void {
    const key = `${path} ${problem}`;
    const known = this.#found.get(key);
    if (known) known.count += 1;
    else this.#found.set(key, { endpoint: this.#endpoint, path, problem, item, sample, count: 1 });
  }

  list(): readonly Finding[] {
    return [...this.#found.values()];
  }
}

/**
 * What was sent, as text a person can read.
 *
 * @throws ContractError past the depth limit: only here is a value of unknown shape walked at all.
 */
function sentText(value: unknown): string {
  if (value instanceof NumberLiteral) return value.source.slice(0, sampleLength);
  if (typeof value === 'bigint') return value.toString().slice(0, sampleLength);
  if (Object.is(value, -0)) return '-0';
  if (isTooDeep(value)) throw new ContractError(`The answer is nested deeper than ${depthLimit} levels.`);
  const json = JSON.stringify(value, (_key, member: unknown) => {
    if (member instanceof NumberLiteral) return member.source;
    return typeof member === 'bigint' ? member.toString() : member;
  });
  return (json ?? '').slice(0, sampleLength);
}

function sampleOf(value: unknown): string | null {
  return value === undefined ? null : sentText(value);
}

type Decoded<T> =
  | { readonly value: T }
  | { readonly value: null; readonly flaw: Flaw; readonly problem: string };

function wrong(kind: Flaw['kind'], value: unknown, problem: string) {
  return { value: null, flaw: { kind, sent: value === undefined ? '' : sentText(value) }, problem } as const;
}

function decodeInteger(value: unknown): Decoded<Integer> {
  if (value instanceof NumberLiteral) return wrong('unusual', value, 'must be an integer');
  if (typeof value !== 'number' && typeof value !== 'bigint')
    return wrong('invalid', value, 'must be an integer');
  // Part 2 counts objects, bytes and events; a negative one counts nothing and enters no sum.
  if (value < 0 || Object.is(value, -0)) return wrong('unusual', value, 'must not be negative');
  return { value };
}

function decodeValue(field: Field, value: unknown): Decoded<string | Integer | readonly string[]> {
  if (value === undefined || value === null)
    return wrong('missing', value, value === null ? 'must not be null' : 'is missing');
  if (field.type === 'integer') return decodeInteger(value);
  if (field.type === 'string')
    return typeof value === 'string' ? { value } : wrong('invalid', value, 'must be a string');
  if (Array.isArray(value) && value.every((member) => typeof member === 'string')) return { value };
  return wrong('invalid', value, 'must be an array of strings');
}

function decodeRecord<T extends Fields>(
  fields: T,
  source: unknown,
  path: string,
  position: number | null,
  findings: Findings,
): RecordOf<T> {
  const object = isPlainObject(source) ? source : null;
  const label = position === null ? null : itemLabel(object, position);
  const prefix = path === '' ? '' : `${path}.`;
  if (!object) findings.add(path, 'must be an object', label, sentText(source));
  const record: Record<string, unknown> = {};
  let flawed: Map<string, Flaw> | undefined;
  for (const name in fields) {
    const field = fields[name];
    if (!field) continue;
    const sent = object && Object.hasOwn(object, name) ? object[name] : undefined;
    const decoded = decodeValue(field, sent);
    record[name] = decoded.value;
    if ('flaw' in decoded) {
      flawed ??= new Map();
      flawed.set(name, decoded.flaw);
      if (object)
        findings.add(prefix + name, decoded.problem, label, sent === undefined ? null : decoded.flaw.sent);
    } else if (field.type === 'string' && field.form && typeof decoded.value === 'string') {
      if (!hasForm(field.form, decoded.value))
        findings.add(prefix + name, `must be ${describeForm(field.form)}`, label, sentText(decoded.value));
    }
  }
  if (flawed) Object.defineProperty(record, flaws, { value: flawed });
  // Every field of the table was set above, to a value of its kind or to null.
  return record as RecordOf<T>;
}

function itemLabel(object: Record<string, unknown> | null, position: number): string {
  const name = object?.['id'] ?? object?.['code'] ?? object?.['name'];
  return typeof name === 'string' && name !== '' ? name.slice(0, sampleLength) : `item ${position + 1}`;
}

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

function decodeList(
  endpoint: Endpoint,
  resource: ListResource,
  body: unknown,
  asked: Asked,
): ListAnswer<ListResource> {
  if (!isPlainObject(body)) throw new ContractError('The answer is not a list: it is not a JSON object.');
  const data = body['data'];
  if (data === undefined) throw new ContractError('The answer is not a list: `data` is missing.');
  if (!Array.isArray(data)) throw new ContractError('The answer is not a list: `data` is not an array.');
  const findings = new Findings(endpoint.path);
  if (body['object'] === undefined) findings.add('object', 'is missing', null, null);
  else if (body['object'] !== 'list')
    throw new ContractError('The answer is not a list: `object` is not "list".');
  const fields: Fields = listFields[resource];
  const rows = data.map((item, position) => decodeRecord(fields, item, 'data[]', position, findings));
  const pagination = decodePagination(body['pagination'], rows.length, asked, findings);
  const code = regionField(resource);
  if (asked.region !== undefined && code !== null) {
    for (const [position, row] of rows.entries()) {
      const sent = row[code];
      // A row without a region has its own finding: it is not known to be foreign.
      if (typeof sent === 'string' && sent !== asked.region) {
        const label = itemLabel(row, position);
        findings.add(`data[].${code}`, 'must be the region asked for', label, sentText(sent));
      }
    }
  }
  // The rows were decoded with this resource's own table.
  return {
    kind: 'list',
    resource,
    rows: rows as ListRecord<ListResource>[],
    pagination,
    findings: findings.list(),
  };
}

function decodeStatus(endpoint: Endpoint, body: unknown): StatusAnswer {
  if (!isPlainObject(body))
    throw new ContractError('The answer is not a status document: it is not a JSON object.');
  const sent = body['components'];
  if (sent === undefined && body['status'] === undefined)
    throw new ContractError('The answer is not a status document: `status` and `components` are missing.');
  const findings = new Findings(endpoint.path);
  const head = decodeRecord(statusFields, body, '', null, findings);
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
    decodeRecord(componentFields, item, 'components[]', position, findings),
  );
  const document: StatusDocument = Object.assign(head, { components });
  return { kind: 'status', document, findings: findings.list() };
}

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
