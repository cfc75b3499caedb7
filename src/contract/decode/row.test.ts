import { describe, expect, test } from 'vitest';
import { application, bucket, decodeList, list, shown } from '#testing/answers.ts';
import { parseJson } from '../json/parse.ts';
import { flawOf } from './row.ts';

describe('a field that deviates from the API document is null, its item stays, a finding names it', () => {
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

  test('an item that is not an object stays, without values', () => {
    const { rows, findings } = decodeList(
      list([bucket, null, 'x', [], { ...bucket, id: 'bkt_bbbbbbbbbbbbbb' }]),
    );
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

  test('equal deviations are counted and the first is the sample: findings do not grow with the list', () => {
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

  test('members of the prototype are not read as fields', () => {
    const { rows } = decodeList(
      parseJson('{"object":"list","data":[{"__proto__":{"id":"bkt_0123456789abcd"}}]}'),
    );
    expect(rows[0]).toMatchObject({ id: null });
  });
});
