import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Endpoint, endpointAt, endpoints } from '../endpoints.ts';
import { NumberLiteral, parseJson } from '../json/parse.ts';
import { listFields, statusFields } from '../resources.ts';
import { type DecodedResponse, decodeResponse } from './response.ts';
import { ContractError, flawOf } from './row.ts';

const buckets = endpointAt('/api/v2/buckets');

function list(data: readonly unknown[]): unknown {
  return { object: 'list', data, pagination: { limit: 100, count: data.length, has_more: false } };
}

function rowsOf(answer: DecodedResponse): readonly object[] {
  return answer.kind === 'list' ? answer.rows : answer.document.components;
}

function fieldsOf(answer: DecodedResponse): readonly string[] {
  return answer.kind === 'list' ? Object.keys(listFields[answer.resource]) : ['name', 'status'];
}

/**
 * Expects that a value consists of plain objects and arrays, without foreign prototypes and class instances.
 */
function expectPlain(root: unknown): void {
  const pending = [root];
  for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    expect(Object.getPrototypeOf(value)).toBe(isList ? Array.prototype : Object.prototype);
    expect(Object.hasOwn(value, '__proto__')).toBe(false);
    pending.push(...Object.values(value));
  }
}

/** Wraps a value in a proxy that counts the reads of members at any depth. */
function counted(value: unknown, count: () => void): unknown {
  if (typeof value !== 'object' || value === null || value instanceof NumberLiteral) return value;
  return new Proxy(value, {
    get(target, name) {
      count();
      return counted(Reflect.get(target, name), count);
    },
  });
}

function workFor(endpoint: Endpoint, sent: unknown): number {
  let work = 0;
  try {
    decodeResponse(
      endpoint,
      counted(sent, () => {
        work += 1;
      }),
    );
  } catch (cause) {
    expect(cause).toBeInstanceOf(ContractError);
  }
  return work;
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof NumberLiteral) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + membersOf(member), 1);
}

/** Number of items in the list, or in `components` of a status document. */
function itemsSent(sent: unknown, kind: DecodedResponse['kind']): number {
  const items: unknown = Reflect.get(Object(sent), kind === 'list' ? 'data' : 'components');
  return Array.isArray(items) ? items.length : 0;
}

describe('any response body', () => {
  const word = fc.constantFrom('list', 'operational', 'v1', 'fra1', '__proto__', 'constructor', 'toString', '');
  const scalar = fc.oneof(word, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.bigInt());
  const anyValue = fc.oneof(scalar, fc.jsonValue(), fc.constant(parseJson('1.5')));
  const fieldNames = [
    ...new Set(Object.values({ ...listFields, statusFields }).flatMap(Object.keys)),
    '__proto__',
  ];
  const record = fc
    .array(fc.tuple(fc.constantFrom(...fieldNames, 'constructor', 'toString'), anyValue))
    .map((entries) => Object.fromEntries(entries));
  const rows = fc.array(fc.oneof({ weight: 4, arbitrary: record }, anyValue));
  const body = fc.oneof(
    anyValue,
    fc.record(
      {
        object: fc.oneof({ weight: 4, arbitrary: fc.constant('list') }, anyValue),
        data: fc.oneof({ weight: 4, arbitrary: rows }, anyValue),
        pagination: fc.oneof(anyValue, fc.record({ limit: anyValue, count: anyValue, has_more: anyValue })),
        status: anyValue,
        version: anyValue,
        components: fc.oneof(rows, anyValue),
      },
      { requiredKeys: [] },
    ),
  );
  const parameters = fc.record(
    { limit: fc.nat(5), region: fc.constantFrom('fra1', 'zzz9') },
    { requiredKeys: [] },
  );

  test('is decoded or rejected as a whole; every item stays, with exactly the documented fields', () => {
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), body, parameters, (endpoint, sent, question) => {
        let answer: DecodedResponse;
        try {
          answer = decodeResponse(endpoint, sent, question);
        } catch (cause) {
          expect(cause).toBeInstanceOf(ContractError);
          return;
        }
        const decoded = rowsOf(answer);
        const names = fieldsOf(answer);
        expect(decoded).toHaveLength(itemsSent(sent, answer.kind));
        for (const row of decoded) {
          expect(Object.keys(row)).toStrictEqual(names);
          expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
          for (const name of names)
            expect(Reflect.get(row, name) === null).toBe(flawOf(row, name) !== undefined);
        }
        for (const finding of answer.findings) {
          expect(finding.endpoint).toBe(endpoint.path);
          expect(finding.count).toBeGreaterThan(0);
          expect(finding.sample?.length ?? 0).toBeLessThanOrEqual(200);
        }
        expectPlain(answer);
        expect(Object.keys(Object.prototype)).toStrictEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('takes work proportional to its size', () => {
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), body, (endpoint, sent) => {
        expect(workFor(endpoint, sent)).toBeLessThanOrEqual(12 * membersOf(sent) + 40);
      }),
      { numRuns: 1000 },
    );
    for (const row of [{}, null, { id: { a: { b: [1, 2, 3] } }, status: [], extra: { c: {} } }]) {
      const work = (rows: number) => workFor(buckets, list(Array.from({ length: rows }, () => row))) / rows;
      expect(work(4_000)).toBeLessThanOrEqual(work(1_000) * 1.01);
    }
  });

  test('decoding a decoded response changes nothing', () => {
    fc.assert(
      fc.property(rows, (data) => {
        const once = decodeResponse(buckets, list(data));
        expect(decodeResponse(buckets, list(rowsOf(once)))).toMatchObject({ rows: rowsOf(once) });
      }),
    );
  });
});
