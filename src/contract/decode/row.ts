/**
 * Decodes parsed JSON into records. A missing or wrong field becomes `null` and adds a finding; the record
 * stays. Only a body that is neither a list nor a status document is rejected.
 */

import { describeForm, hasForm } from '../forms.ts';
import { depthLimit, isPlainObject, isTooDeep, NumberLiteral } from '../json/parse.ts';
import type { Field, Fields, Integer, RowOf } from '../resources.ts';

/**
 * A deviation of a response from the API document. Equal deviations are counted; item and sample are those of
 * the first.
 */
export interface Finding {
  readonly endpoint: string;
  /** Path of the field in the response, for example `data[].bytes`. */
  readonly path: string;
  /** Problem as a clause that follows the path: "is missing", "must be …". */
  readonly problem: string;
  /**
   * Id, code or name of the first affected item, or "item" and its position; `null` if no item is affected.
   */
  readonly item: string | null;
  /**
   * Value of the first affected field as JSON text, cut to 200 characters; `null` if the field is missing.
   */
  readonly sample: string | null;
  readonly count: number;
}

/**
 * A member of a response that the API document does not mention. Its value is ignored; the page reports the
 * name.
 */
export interface UnlistedField {
  /** Path, for example `data[].tier`. Ends in `…` for all members beyond the limit of stored names. */
  readonly path: string;
  /** `typeof` of the first value that was sent. */
  readonly type: string;
  readonly count: number;
}

/** Reason why a field is `null`: missing, of a wrong type, or a number that cannot be a count (`unusual`). */
export interface Flaw {
  readonly kind: 'missing' | 'invalid' | 'unusual';
  /** Value as JSON text, cut to 200 characters; empty if the field is missing. */
  readonly sent: string;
}

const flaws = Symbol('flaws');

/** Returns the reason why `field` of a decoded record is `null`; `undefined` if the field has a value. */
export function flawOf(record: object, field: string): Flaw | undefined {
  return flawsOf(record)?.get(field);
}

/** Returns the flaws of a decoded record by field name; `undefined` if the record has none. */
export function flawsOf(record: object): ReadonlyMap<string, Flaw> | undefined {
  const known: unknown = Reflect.get(record, flaws);
  return known instanceof Map ? known : undefined;
}

/**
 * Attaches flaws to a record, under a symbol key. Structured clone drops symbol keys: a worker sends the
 * flaws separately, and the page attaches them again.
 */
export function withFlaws<T extends object>(record: T, known: ReadonlyMap<string, Flaw> | undefined): T {
  return known ? Object.defineProperty(record, flaws, { value: known }) : record;
}

/**
 * Path of the member, for example `data[].tier`. A path that ends in `…` stands for all members beyond the
 * limit of stored names.
 */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

const sampleLength = 200;

/**
 * Maximum number of unlisted names stored for one response: a service may use other member names in each
 * item.
 */
const mostUnlisted = 50;

export class Findings {
  readonly #endpoint: string;
  readonly #unlisted = new Map<string, { -readonly [K in keyof UnlistedField]: UnlistedField[K] }>();
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

  addUnlisted(prefix: string, object: object, known: object): void {
    for (const name of Object.keys(object)) {
      if (Object.hasOwn(known, name)) continue;
      const path = `${prefix}${name.slice(0, sampleLength)}`;
      const key = this.#unlisted.has(path) || this.#unlisted.size < mostUnlisted ? path : `${prefix}…`;
      const field = this.#unlisted.get(key);
      if (field) field.count += 1;
      else this.#unlisted.set(key, { path: key, type: typeof Reflect.get(object, name), count: 1 });
    }
  }

  unlisted(): readonly UnlistedField[] {
    return [...this.#unlisted.values()];
  }

  list(): readonly Finding[] {
    return [...this.#found.values()];
  }
}

/**
 * Checks the nesting of a parsed value.
 * @throws ContractError if it is nested deeper than {@link depthLimit}.
 */
export function refuseDepth(value: unknown): void {
  if (isTooDeep(value)) throw new ContractError(`The response is nested deeper than ${depthLimit} levels.`);
}

/**
 * Formats a parsed value as JSON text of at most 200 characters. Only this function walks values of unknown
 * shape.
 * @throws ContractError if the value is nested deeper than {@link depthLimit}.
 */
export function sentText(value: unknown): string {
  if (value instanceof NumberLiteral) return value.source.slice(0, sampleLength);
  if (typeof value === 'bigint') return value.toString().slice(0, sampleLength);
  if (Object.is(value, -0)) return '-0';
  refuseDepth(value);
  const json = JSON.stringify(value, (_key, member: unknown) => {
    if (member instanceof NumberLiteral) return member.source;
    return typeof member === 'bigint' ? member.toString() : member;
  });
  return (json ?? '').slice(0, sampleLength);
}

export function sampleOf(value: unknown): string | null {
  return value === undefined ? null : sentText(value);
}

type Decoded<T> =
  | { readonly value: T }
  | { readonly value: null; readonly flaw: Flaw; readonly problem: string };

function wrong(kind: Flaw['kind'], value: unknown, problem: string) {
  return { value: null, flaw: { kind, sent: value === undefined ? '' : sentText(value) }, problem } as const;
}

export function decodeInteger(value: unknown): Decoded<Integer> {
  if (value instanceof NumberLiteral) return wrong('unusual', value, 'must be an integer');
  if (typeof value !== 'number' && typeof value !== 'bigint')
    return wrong('invalid', value, 'must be an integer');
  // The API document (part 2) uses integers for objects, bytes and events. A negative number is no count and
  // must not enter sums.
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

export function decodeRow<T extends Fields>(
  fields: T,
  source: unknown,
  path: string,
  position: number | null,
  findings: Findings,
): RowOf<T> {
  const object = isPlainObject(source) ? source : null;
  const label = position === null ? null : itemLabel(object, position);
  const prefix = path === '' ? '' : `${path}.`;
  if (!object) findings.add(path, 'must be an object', label, sentText(source));
  const record: Record<string, unknown> = {};
  let flawed: Map<string, Flaw> | undefined;
  let listed = 0;
  for (const name in fields) {
    const field = fields[name];
    if (!field) continue;
    const sent = object && Object.hasOwn(object, name) ? object[name] : undefined;
    if (sent !== undefined) listed += 1;
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
  if (object && Object.keys(object).length > listed) findings.addUnlisted(prefix, object, fields);
  // The cast is safe: the loop above set every field of the table, to a value of its type or to `null`.
  return withFlaws(record as RowOf<T>, flawed);
}

export function itemLabel(object: Record<string, unknown> | null, position: number): string {
  const name = object?.['id'] ?? object?.['code'] ?? object?.['name'];
  return typeof name === 'string' && name !== '' ? name.slice(0, sampleLength) : `item ${position + 1}`;
}
