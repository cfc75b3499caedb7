import { describe, expect, test } from 'vitest';
import { decodeAnswer } from './decode.ts';
import type { Asked } from './decode-list.ts';
import { ContractError, type Finding, flawOf } from './decode-record.ts';
import { type EndpointPath, endpointAt } from './endpoints.ts';
import { depthLimit, parseJson } from './json.ts';

const bucket = {
  id: 'bkt_0123456789abcd',
  created_at: '2024-05-06T07:08:09Z',
  name: 'photos',
  region: 'fra1',
  objects: 12,
  bytes: 3456,
};
const node = {
  id: 'nod_0123456789abcd',
  created_at: '2024-05-06T07:08:09Z',
  pop: 'fra1',
  status: 'operational',
  capacity: '100G',
};
const application = {
  id: 'app_0123456789abcd',
  created_at: '2024-05-06T07:08:09Z',
  name: 'importer',
  scopes: ['read', 'write'],
  last_used_at: '2024-05-06T07:08:09Z',
};
const status = {
  status: 'operational',
  version: 'v1',
  region: 'Frankfurt',
  components: [{ name: 'API', status: 'operational' }],
  updated_at: '2024-05-06T07:08:09Z',
};

function list(data: readonly unknown[], pagination: object = {}): unknown {
  return {
    object: 'list',
    data,
    pagination: { limit: 100, count: data.length, has_more: false, ...pagination },
  };
}

function decodeList(body: unknown, asked: Asked = {}, path: EndpointPath = '/api/v2/buckets') {
  const answer = decodeAnswer(endpointAt(path), body, asked);
  if (answer.kind !== 'list') throw new Error('not a list');
  return answer;
}

function decodeStatus(body: unknown, path: EndpointPath = '/api/v1/status') {
  const answer = decodeAnswer(endpointAt(path), body);
  if (answer.kind !== 'status') throw new Error('not a status document');
  return answer;
}

/** What a reader sees of findings: where, what, whose, sample, how often. */
function shown(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ path, problem, item, sample, count }) => `${path} ${problem} | ${item} | ${sample} | ${count}`,
  );
}

describe('a list as documented', () => {
  test('is taken as it is, unknown members pass', () => {
    const answer = decodeList({
      ...Object(list([{ ...bucket, extra: { deep: [] } }], { cursor: 'x' })),
      links: [],
    });
    expect(answer).toStrictEqual({
      kind: 'list',
      resource: 'bucket',
      rows: [bucket],
      pagination: { limit: 100, count: 1, hasMore: false },
      findings: [],
    });
  });

  test('may be empty', () => {
    expect(decodeList(list([])).findings).toStrictEqual([]);
  });

  test('may hold words nobody has seen, equal names and exact big integers', () => {
    const parsed = parseJson(
      JSON.stringify(list([bucket, bucket])).replaceAll(':3456', ':18446744073709551616'),
    );
    const { rows, findings } = decodeList(parsed);
    expect(rows.map((row) => Reflect.get(row, 'bytes'))).toStrictEqual([2n ** 64n, 2n ** 64n]);
    expect(findings).toStrictEqual([]);
    expect(decodeList(list([{ ...node, status: 'wobbly' }]), {}, '/api/v1/nodes').findings).toStrictEqual([]);
    expect(
      decodeList(list([{ ...application, scopes: ['fly', ''] }]), {}, '/api/v1/applications').findings,
    ).toStrictEqual([]);
  });
});

describe('a field that departs from the document is null, its item stays, a finding says where', () => {
  test.each<[string, unknown, string, 'missing' | 'invalid' | 'unusual' | 'kept', string]>([
    ['name', undefined, 'is missing | bkt_0123456789abcd | null', 'missing', ''],
    ['name', null, 'must not be null | bkt_0123456789abcd | null', 'missing', 'null'],
    ['name', 5, 'must be a string | bkt_0123456789abcd | 5', 'invalid', '5'],
    ['name', ['a'], 'must be a string | bkt_0123456789abcd | ["a"]', 'invalid', '["a"]'],
    ['bytes', '3456', 'must be an integer | bkt_0123456789abcd | "3456"', 'invalid', '"3456"'],
    ['bytes', true, 'must be an integer | bkt_0123456789abcd | true', 'invalid', 'true'],
    ['bytes', parseJson('1.5'), 'must be an integer | bkt_0123456789abcd | 1.5', 'unusual', '1.5'],
    ['bytes', parseJson('1e400'), 'must be an integer | bkt_0123456789abcd | 1e400', 'unusual', '1e400'],
    ['bytes', parseJson('1.0'), 'must be an integer | bkt_0123456789abcd | 1.0', 'unusual', '1.0'],
    ['bytes', -1, 'must not be negative | bkt_0123456789abcd | -1', 'unusual', '-1'],
    ['bytes', -0, 'must not be negative | bkt_0123456789abcd | -0', 'unusual', '-0'],
    [
      'bytes',
      -(2n ** 64n),
      'must not be negative | bkt_0123456789abcd | -18446744073709551616',
      'unusual',
      '-18446744073709551616',
    ],
    [
      'region',
      'Frankfurt',
      'must be three lowercase letters and a digit | bkt_0123456789abcd | "Frankfurt"',
      'kept',
      '',
    ],
    [
      'created_at',
      'yesterday',
      'must be an ISO 8601 UTC timestamp | bkt_0123456789abcd | "yesterday"',
      'kept',
      '',
    ],
    ['id', 'bkt_1', 'must be bkt_ and 14 lowercase letters or digits | bkt_1 | "bkt_1"', 'kept', ''],
    ['id', undefined, 'is missing | photos | null', 'missing', ''],
  ])('%s: %s', (field, sent, problem, kind, flaw) => {
    const { rows, findings } = decodeList(list([{ ...bucket, [field]: sent }]));
    const [row] = rows;
    expect(shown(findings)).toStrictEqual([`data[].${field} ${problem} | 1`]);
    expect(findings[0]?.endpoint).toBe('/api/v2/buckets');
    if (!row) throw new Error('the item was dropped');
    expect(row).toStrictEqual({ ...bucket, [field]: kind === 'kept' ? sent : null });
    expect(flawOf(row, field)).toStrictEqual(kind === 'kept' ? undefined : { kind, sent: flaw });
    expect(flawOf(row, 'objects')).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['a text', 'read write'],
    ['a list with a number', ['read', 1]],
    ['an object', { read: true }],
  ])('scopes that are %s', (_name, scopes) => {
    const { rows, findings } = decodeList(list([{ ...application, scopes }]), {}, '/api/v1/applications');
    expect(rows[0]).toMatchObject({ scopes: null, name: 'importer' });
    expect(shown(findings)).toStrictEqual([
      `data[].scopes must be an array of strings | app_0123456789abcd | ${JSON.stringify(scopes)} | 1`,
    ]);
  });

  test('an item that is no object stays as an item without values', () => {
    const { rows, findings } = decodeList(list([bucket, null, 'x', [], bucket]));
    expect(rows).toHaveLength(5);
    expect(rows[1]).toStrictEqual({
      id: null,
      created_at: null,
      name: null,
      region: null,
      objects: null,
      bytes: null,
    });
    expect(shown(findings)).toStrictEqual(['data[] must be an object | item 2 | null | 3']);
  });

  test('equal departures are counted, the first is the sample: findings do not grow with the list', () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({ id: index, created_at: '' }));
    const { findings } = decodeList(list(rows));
    expect(shown(findings).slice(0, 2)).toStrictEqual([
      'data[].id must be a string | item 1 | 0 | 5000',
      'data[].created_at must be an ISO 8601 UTC timestamp | item 1 | "" | 5000',
    ]);
    expect(findings).toHaveLength(
      2 + ['name', 'region', 'objects', 'bytes'].length + ['pagination.limit'].length,
    );
  });

  test('samples are cut to 200 characters', () => {
    const { findings } = decodeList(list([{ ...bucket, bytes: 'x'.repeat(1_000_000) }]));
    expect(findings[0]?.sample).toHaveLength(200);
  });

  test('members of the prototype are not taken for fields', () => {
    const { rows } = decodeList(
      parseJson('{"object":"list","data":[{"__proto__":{"id":"bkt_0123456789abcd"}}]}'),
    );
    expect(rows[0]).toMatchObject({ id: null });
  });
});

describe('pagination', () => {
  test.each<[string, unknown, Asked, string[]]>([
    ['missing', undefined, {}, ['pagination is missing | null | null | 1']],
    ['an array', [], {}, ['pagination must be an object | null | [] | 1']],
    [
      'empty',
      {},
      {},
      [
        'pagination.limit is missing | null | null | 1',
        'pagination.count is missing | null | null | 1',
        'pagination.has_more is missing | null | null | 1',
      ],
    ],
    [
      'of wrong types',
      { limit: '100', count: parseJson('2.0'), has_more: 'false' },
      {},
      [
        'pagination.limit must be an integer | null | "100" | 1',
        'pagination.count must be an integer | null | 2.0 | 1',
        'pagination.has_more must be true or false | null | "false" | 1',
      ],
    ],
    [
      'with another count',
      { limit: 100, count: 3, has_more: false },
      {},
      ['pagination.count must be the number of items in data | null | 3, with 2 items | 1'],
    ],
    [
      'with a limit below the items',
      { limit: 1, count: 2, has_more: true },
      {},
      ['data must not hold more items than pagination.limit | null | 2 items, limit 1 | 1'],
    ],
    [
      'that ignores the limit asked for',
      { limit: 100, count: 2, has_more: false },
      { limit: 1 },
      ['data must not hold more items than the limit asked for | null | 2 items, asked 1 | 1'],
    ],
  ])('%s', (_name, pagination, asked, expected) => {
    const { rows, findings } = decodeList({ object: 'list', data: [bucket, bucket], pagination }, asked);
    expect(rows).toHaveLength(2);
    expect(shown(findings)).toStrictEqual(expected);
  });

  test('that promises more items and sends none is contradictory', () => {
    expect(shown(decodeList(list([], { has_more: true })).findings)).toStrictEqual([
      'pagination.has_more says there are more items, but none were sent | null | null | 1',
    ]);
  });

  test('what is unreadable is null, not zero or false', () => {
    expect(decodeList({ object: 'list', data: [] }).pagination).toStrictEqual({
      limit: null,
      count: null,
      hasMore: null,
    });
  });
});

describe('an answer to a filtered question', () => {
  test('foreign rows are counted and the first is named; rows without region are not called foreign', () => {
    const second = { ...bucket, id: 'bkt_2222222222abcd', region: 'ams1' };
    const { findings } = decodeList(list([bucket, second, { ...second, region: null }, second]), {
      region: 'fra1',
    });
    expect(shown(findings)).toStrictEqual([
      'data[].region must not be null | bkt_2222222222abcd | null | 1',
      'data[].region must be the region asked for | bkt_2222222222abcd | "ams1" | 2',
    ]);
  });

  test('nodes are compared by their point of presence, assets carry no region', () => {
    const nodes = decodeList(list([node]), { region: 'ams1' }, '/api/v2/nodes');
    expect(nodes.findings.map(({ path }) => path)).toStrictEqual(['data[].pop']);
    const asset = {
      id: 'ast_0123456789abcd',
      created_at: '2024-05-06T07:08:09Z',
      path: '/a',
      bytes: 1,
      cache_status: 'HIT',
    };
    expect(decodeList(list([asset]), { region: 'ams1' }, '/api/v1/assets').findings).toStrictEqual([]);
  });
});

describe('what is no list is refused', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 5],
    ['a bare array', [bucket]],
    ['no data', { object: 'list', pagination: {} }],
    ['data that is null', { object: 'list', data: null }],
    ['data that is an object', { object: 'list', data: {} }],
    ['another object', { object: 'bucket', data: [] }],
    ['a status document', status],
  ])('%s', (_name, body) => {
    expect(() => decodeList(body)).toThrow(ContractError);
    expect(() => decodeList(body)).toThrow(/^The answer is not a list: /);
  });

  test('a list that does not say "list" is read, with a finding', () => {
    expect(
      shown(decodeList({ data: [], pagination: { limit: 1, count: 0, has_more: false } }).findings),
    ).toStrictEqual(['object is missing | null | null | 1']);
  });

  test.each<[string, (deep: unknown) => unknown]>([
    ['an item', (deep) => list([deep])],
    ['a field', (deep) => list([{ ...bucket, name: deep }])],
    ['pagination', (deep) => ({ object: 'list', data: [], pagination: deep })],
    ['has_more', (deep) => list([], { has_more: deep })],
  ])('nesting past the limit in %s', (_name, body) => {
    for (const levels of [depthLimit + 1, 200_000]) {
      const deep = parseJson(`${'['.repeat(levels)}${']'.repeat(levels)}`);
      expect(() => decodeList(body(deep))).toThrow(ContractError);
      expect(() => decodeList(body(deep))).toThrow(`nested deeper than ${depthLimit} levels`);
    }
  });

  test('nesting in members that nobody reads does no harm', () => {
    const deep = parseJson(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`);
    expect(decodeList({ ...Object(list([{ ...bucket, extra: deep }])), extra: deep }).findings).toStrictEqual(
      [],
    );
  });
});

describe('the status document', () => {
  test('is taken as documented', () => {
    expect(decodeStatus(status)).toStrictEqual({ kind: 'status', document: status, findings: [] });
    expect(decodeStatus({ ...status, version: 'v2' }, '/api/v2/status').findings).toStrictEqual([]);
  });

  test('may have other components, equal names, none at all and words nobody has seen', () => {
    for (const components of [
      [],
      [{ name: 'X', status: 'wobbly' }],
      [...status.components, ...status.components],
    ]) {
      const answer = decodeStatus({ ...status, status: 'OK', components });
      expect(answer.findings).toStrictEqual([]);
      expect(answer.document.components).toStrictEqual(components);
    }
  });

  test.each<[string, object, string[]]>([
    [
      'a version that is not the prefix of the path',
      { version: 'v2' },
      ['version must be v1, the prefix of the path | null | "v2" | 1'],
    ],
    ['a version of another type', { version: 1 }, ['version must be a string | null | 1 | 1']],
    [
      'members of a list (part 4, rule 5)',
      { object: 'status', pagination: null },
      [
        'object must not be in a status document (part 4, rule 5) | null | "status" | 1',
        'pagination must not be in a status document (part 4, rule 5) | null | null | 1',
      ],
    ],
    ['no components', { components: undefined }, ['components is missing | null | null | 1']],
    ['components that are an object', { components: {} }, ['components must be an array | null | {} | 1']],
    [
      'broken components',
      { components: [5, { name: 'API' }, { name: 7, status: 'operational' }] },
      [
        'components[] must be an object | item 1 | 5 | 1',
        'components[].status is missing | API | null | 1',
        'components[].name must be a string | item 3 | 7 | 1',
      ],
    ],
    [
      'a region code where a city is named',
      { region: 'fra1' },
      ['region must be a city name, not a region code | null | "fra1" | 1'],
    ],
    [
      'an unreadable time',
      { updated_at: 'just now' },
      ['updated_at must be an ISO 8601 UTC timestamp | null | "just now" | 1'],
    ],
  ])('%s', (_name, change, expected) => {
    expect(shown(decodeStatus({ ...status, ...change }).findings)).toStrictEqual(expected);
  });

  test('a broken component stays as a component without values', () => {
    expect(decodeStatus({ ...status, components: [5, null] }).document.components).toStrictEqual([
      { name: null, status: null },
      { name: null, status: null },
    ]);
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an array', [status]],
    ['an empty object', {}],
    ['a list', list([])],
    ['a message', { message: 'hello' }],
  ])('%s is no status document', (_name, body) => {
    expect(() => decodeStatus(body)).toThrow(ContractError);
  });
});
