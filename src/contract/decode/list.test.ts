import { describe, expect, test } from 'vitest';
import { application, bucket, decodeList, list, node, shown, statusDocument } from '#testing/answers.ts';
import { depthLimit, parseJson } from '../json/parse.ts';
import type { ListParameters } from './list.ts';
import { ContractError } from './row.ts';

describe('a list as documented', () => {
  test('is decoded as sent, unknown members are ignored', () => {
    const answer = decodeList({
      ...Object(list([{ ...bucket, extra: { deep: [] } }], { cursor: 'x' })),
      links: [],
    });
    expect(answer).toStrictEqual({
      kind: 'list',
      resource: 'bucket',
      rows: [bucket],
      pagination: { limit: 100, count: 1, hasMore: false },
      repeated: 0,
      findings: [],
      unlisted: [
        { path: 'data[].extra', type: 'object', count: 1 },
        { path: 'pagination.cursor', type: 'string', count: 1 },
        { path: 'links', type: 'object', count: 1 },
      ],
    });
  });

  test('may have different unknown members in each item: all are counted, at most 50 are named', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      ...bucket,
      id: `bkt_${index}`,
      [`x${index}`]: 1,
    }));
    const { unlisted } = decodeList(list(rows));
    expect(unlisted).toHaveLength(51);
    expect(unlisted[0]).toStrictEqual({ path: 'data[].x0', type: 'number', count: 1 });
    expect(unlisted[50]).toStrictEqual({ path: 'data[].…', type: 'number', count: 450 });
  });

  test('may be empty', () => {
    expect(decodeList(list([])).findings).toStrictEqual([]);
  });

  test('may contain unknown status words, equal names and exact big integers', () => {
    const parsed = parseJson(
      JSON.stringify(list([bucket, { ...bucket, id: 'bkt_bbbbbbbbbbbbbb' }])).replaceAll(
        ':3456',
        ':18446744073709551616',
      ),
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

describe('repeated ids', () => {
  test('are counted, the finding names the first, and every row stays', () => {
    const other = { ...bucket, id: 'bkt_bbbbbbbbbbbbbb' };
    const answer = decodeList(list([bucket, other, bucket, bucket]));
    expect(answer.rows).toHaveLength(4);
    expect(answer.repeated).toBe(2);
    expect(shown(answer.findings)).toStrictEqual([
      'data[].id must not repeat the id of another item | bkt_0123456789abcd | "bkt_0123456789abcd" | 2',
    ]);
  });

  test('use the code if a resource has no id, and ignore unreadable values', () => {
    const region = {
      code: 'fra1',
      name: 'Frankfurt',
      zone: 'eu-central',
      country: 'DE',
      status: 'operational',
    };
    expect(decodeList(list([region, region]), {}, '/api/v1/regions').repeated).toBe(1);
    expect(
      decodeList(
        list([
          { ...bucket, id: 1 },
          { ...bucket, id: 1 },
        ]),
      ).repeated,
    ).toBe(0);
  });
});

describe('pagination', () => {
  test.each<[string, unknown, ListParameters, string[]]>([
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
      ['data must not have more items than pagination.limit | null | 2 items, limit 1 | 1'],
    ],
    [
      'that ignores the requested limit',
      { limit: 100, count: 2, has_more: false },
      { limit: 1 },
      ['data must not have more items than the requested limit | null | 2 items, asked 1 | 1'],
    ],
  ])('%s', (_name, pagination, parameters, expected) => {
    const { rows, findings } = decodeList(
      { object: 'list', data: [bucket, { ...bucket, id: 'bkt_bbbbbbbbbbbbbb' }], pagination },
      parameters,
    );
    expect(rows).toHaveLength(2);
    expect(shown(findings)).toStrictEqual(expected);
  });

  test('with has_more and no items leaves a finding', () => {
    expect(shown(decodeList(list([], { has_more: true })).findings)).toStrictEqual([
      'pagination.has_more says there are more items, but none were sent | null | null | 1',
    ]);
  });

  test('unreadable fields are null, not 0 or false', () => {
    expect(decodeList({ object: 'list', data: [] }).pagination).toStrictEqual({
      limit: null,
      count: null,
      hasMore: null,
    });
  });
});

describe('the response to a request with a region', () => {
  test('rows of other regions leave a finding that names the first; rows without a region do not', () => {
    const second = { ...bucket, id: 'bkt_2222222222abcd', region: 'ams1' };
    const { findings } = decodeList(
      list([
        bucket,
        second,
        { ...second, id: 'bkt_3333333333abcd', region: null },
        { ...second, id: 'bkt_4444444444abcd' },
      ]),
      {
        region: 'fra1',
      },
    );
    expect(shown(findings)).toStrictEqual([
      'data[].region must not be null | bkt_3333333333abcd | null | 1',
      'data[].region must be the requested region | bkt_2222222222abcd | "ams1" | 2',
    ]);
  });

  test('nodes are compared by `pop`; assets have no region to compare', () => {
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

describe('a body that is not a list is rejected', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 5],
    ['a bare array', [bucket]],
    ['no data', { object: 'list', pagination: {} }],
    ['data that is null', { object: 'list', data: null }],
    ['data that is an object', { object: 'list', data: {} }],
    ['another object', { object: 'bucket', data: [] }],
    ['a status document', statusDocument],
  ])('%s', (_name, body) => {
    expect(() => decodeList(body)).toThrow(ContractError);
    expect(() => decodeList(body)).toThrow(/^The response is not a list: /);
  });

  test('a list without `object: "list"` is read, with a finding', () => {
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

  test('deep nesting in unknown members does no harm', () => {
    const deep = parseJson(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`);
    expect(decodeList({ ...Object(list([{ ...bucket, extra: deep }])), extra: deep }).findings).toStrictEqual(
      [],
    );
  });
});
