import { describe, expect, test } from 'vitest';
import { JsonReader } from './json-reader.ts';
import type { Entry, FileClaim } from './records.ts';

function read(text: string, size = 5): { readonly entries: readonly Entry[]; readonly claim: FileClaim } {
  const reader = new JsonReader('bucket');
  const found: Entry[] = [];
  for (let from = 0; from < text.length; from += size)
    found.push(...reader.take(text.slice(from, from + size)));
  const { entries, claim } = reader.end();
  return { entries: [...found, ...entries], claim };
}

function valuesOf(text: string, size?: number) {
  return read(text, size).entries.map((entry) => ('value' in entry ? entry.value : entry.reason));
}

const list = (members: string) => `{"object":"list","data":[{"a":1},{"a":2}],"pagination":{${members}}}`;

describe('a JSON file', () => {
  test.each([
    ['[]', []],
    [' [ {"a": [1, {"b": "]}\\""}]} ,\n{"a":"é"}\t] ', [{ a: [1, { b: ']}"' }] }, { a: 'é' }]],
    ['{"data":[{"a":1}],"object":"list"}', [{ a: 1 }]],
    ['{"x":{"data":[5]},"data":[]}', []],
    ['[1,"a",null,[2]]', [1, 'a', null, [2]]],
    ['[{"a":1,}]', ['invalid JSON at character 8']],
  ])('%j has the records %j, in any parts', (text, values) => {
    for (const size of [1, 2, 3, text.length]) expect(valuesOf(text, size)).toEqual(values);
  });

  test('an integer beyond 2^53 is exact', () =>
    expect(valuesOf('[9007199254740993]')).toEqual([2n ** 53n + 1n]));

  test('a record has its line and its position', () => {
    const { entries } = read('[\n{"a":1},\n\n{"a":\n2},3]');
    expect(entries.map(({ line, item }) => [line, item])).toEqual([
      [2, 1],
      [4, 2],
      [5, 3],
    ]);
  });

  test.each([
    ['', 1, 'the file is empty'],
    ['[{"a":1},\n{"a"', 2, 'the file ends too early, as if it had been cut'],
    ['[{"a":1}', 1, 'the file ends too early, as if it had been cut'],
    ['[1]\n]', 2, 'the JSON document ends before this line; if each line is a record, give --format ndjson'],
    ['{"id":"a"}\n{"id":"b"}', 2, 'the JSON document ends before this line'],
    ['[1,]', 1, 'this line is not JSON: "]" is unexpected'],
    ['{"data":5}', 1, '`data` is not an array'],
    ['{"data":[],"data":[]}', 1, 'the file has `data` twice'],
    ['{"id":"a"}', 1, 'the file is neither an array nor a response with an array `data`'],
    ['5', 1, 'this line is not JSON: "5" is unexpected'],
    ['{"object":"page","data":[],"pagination":{}}', 1, '`object` is not "list"'],
    [list('"limit":5,"count":3,"has_more":false'), 1, 'pagination.count must be the number of items in data'],
    [list('"limit":5,"count":2'), 1, 'pagination.has_more is missing'],
  ])('%j is refused at line %j: %s', (text, line, reason) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ line, message: expect.stringContaining(reason) }),
    );
  });
});

test('a response states itself whether it is complete', () => {
  expect(read(list('"limit":5,"count":2,"has_more":false')).claim.claim).toBe('exact');
  expect(read(list('"limit":2,"count":2,"has_more":true')).claim).toEqual({
    claim: 'at-least',
    why: 'its pagination.has_more is true',
  });
});

test.each([
  [{ claim: 'exact', rows: '2 of 2' }, 'exact'],
  [{ claim: 'complete for 3 known regions', rows: '2 of 2' }, 'known-regions'],
  [{ claim: 'at least: fra1 is cut', rows: '2 of 2' }, 'at-least'],
  [{ claim: 'exact', rows: '2 of 9' }, 'at-least'],
])('a table that a page exported with %j claims %s', (about, claim) => {
  expect(read(JSON.stringify({ about, data: [1, 2] })).claim.claim).toBe(claim);
});

describe('hostile bytes are refused in bounded memory', () => {
  const mebibyte = 1024 * 1024;

  test('a record without an end', () => {
    const reader = new JsonReader('bucket');
    reader.take('["');
    const endless = () => {
      for (let part = 0; part < 64; part += 1) reader.take('a'.repeat(mebibyte / 16));
    };
    expect(endless).toThrow('this record has more than 1,048,576 characters');
  });

  test('deep nesting', () => {
    expect(() => read('['.repeat(mebibyte), mebibyte)).toThrow('this record is nested deeper than 64 levels');
    expect(() => read(`[${'{"a":'.repeat(100)}`, mebibyte)).toThrow('nested deeper than 64 levels');
  });

  test('a NUL character', () => {
    expect(() => read('[\u0000]')).not.toThrow();
    expect(valuesOf('["a\u0000b"]')).toEqual(['invalid JSON at character 3']);
  });
});
