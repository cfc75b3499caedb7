import { describe, expect, onTestFinished, test } from 'vitest';
import { request } from '#client/request.ts';
import { statusReader } from '#client/status-reader.ts';
import { defaultLimits } from '#contract/host.ts';
import { staleCopyNote } from '#domain/answer/clock-notes.ts';
import { freshnessOf } from '#domain/answer/freshness.ts';
import { exportWriter } from '#domain/text/exports.ts';
import { createImportedApp } from '#service/app.ts';
import { readImported, replaceList } from '#service/imports.ts';
import { openLibsql } from '#service/sql/libsql.ts';
import { openStore, type Store } from '#service/store.ts';
import { idOf, inParts, someBuckets } from '#testing/file-bytes.ts';
import { importFile } from './import-file.ts';
import { recognise } from './recognise.ts';

async function emptyStore(): Promise<Store> {
  const store = await openStore(openLibsql(':memory:'));
  onTestFinished(() => store.close());
  return store;
}

async function load(store: Store, file: string, content: string | Uint8Array, size = 1_000) {
  const [named] = recognise([file], undefined, undefined);
  if (!named) throw new Error('There is no file.');
  return importFile(store, named, inParts(content, size));
}

/** The service of a store, after what was imported so far. */
async function served(
  store: Store,
  path: string,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await createImportedApp(store, await readImported(store)).request(path);
  return { status: response.status, body: await response.json() };
}

const buckets = someBuckets(7);

function csvOf(rows: readonly object[], names: readonly string[]): string {
  const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
  const lines = rows.map((row) => names.map((name) => cell(Reflect.get(row, name))).join(','));
  return [names.join(','), ...lines, ''].join('\r\n');
}

const names = ['id', 'created_at', 'name', 'region', 'objects', 'bytes'];
const pagination = { limit: 100, count: 7, has_more: false };

describe('the same buckets from', () => {
  test.each([
    ['buckets.ndjson', buckets.map((row) => `${JSON.stringify(row)}\n`).join('')],
    ['buckets.jsonl', `\u{FEFF}${buckets.map((row) => JSON.stringify(row)).join('\r\n\r\n')}`],
    ['buckets.json', JSON.stringify(buckets)],
    ['buckets.json', JSON.stringify({ object: 'list', data: buckets, pagination }, null, 2)],
    ['buckets.csv', `\u{FEFF}${csvOf(buckets, names)}`],
    ['buckets.csv', csvOf(buckets, names.toReversed()).replaceAll('\r\n', '\n')],
  ])('%s are stored and served as they are, in any parts', async (file, content) => {
    for (const size of [3, 10_000]) {
      const store = await emptyStore();
      expect(await load(store, file, content, size)).toMatchObject({ kind: 'stored', stored: 7, replaced: 0 });
      expect((await served(store, '/api/v2/buckets')).body).toEqual({
        object: 'list',
        data: buckets,
        pagination,
      });
      const { body } = await served(store, '/api/v2/buckets?region=ams1');
      expect(body).toMatchObject({ data: buckets.filter(({ region }) => region === 'ams1') });
    }
  });
});

test('an import replaces all rows of its resource, and no others', async () => {
  const store = await emptyStore();
  await load(store, 'buckets.json', JSON.stringify(buckets));
  await load(store, 'regions.json', '[]');
  expect(await load(store, 'buckets.json', JSON.stringify(buckets.slice(0, 2)))).toMatchObject({
    stored: 2,
    replaced: 7,
  });
  expect(await served(store, '/api/v2/buckets')).toMatchObject({ body: { data: buckets.slice(0, 2) } });
  expect(await served(store, '/api/v2/regions')).toMatchObject({ status: 200 });
  expect(await served(store, '/api/v1/nodes')).toMatchObject({ status: 404 });
});

test('a bad last row leaves everything as it was', async () => {
  const store = await emptyStore();
  await load(store, 'buckets.json', JSON.stringify(buckets));
  const many = someBuckets(1_000).map((row) => JSON.stringify(row));
  const bad = JSON.stringify({ ...buckets[0], id: idOf('bkt', 5_000), bytes: '12' });
  expect(await load(store, 'buckets.ndjson', [...many, bad, ''].join('\n'))).toEqual({
    kind: 'refused',
    refused: 1,
    refusals: ['buckets.ndjson:1001: bytes must be an integer, not "12"'],
  });
  expect(await served(store, '/api/v2/buckets')).toMatchObject({ body: { data: buckets, pagination } });
});

describe('a row is refused at its line', () => {
  const row = { ...buckets[0] };
  test.each([
    [{ ...row, id: 'bkt_1' }, 'id must be bkt_ and 14 lowercase letters or digits, not "bkt_1"'],
    [{ ...row, name: undefined }, 'name is missing'],
    [{ ...row, region: null }, 'region must not be null'],
    [{ ...row, objects: -1 }, 'objects must not be negative, not -1'],
    [{ ...row, created_at: 'yesterday' }, 'created_at must be an ISO 8601 UTC timestamp, not "yesterday"'],
    [{ ...row, name: 'a\u0000b' }, 'name has a NUL character, which cannot be stored'],
    [{ ...row, name: 'a\ud800' }, 'name has half a surrogate pair, which cannot be stored'],
    [[row], 'the row must be an object, not [{'],
    [5, 'the row must be an object, not 5'],
  ])('%j', async (value, reason) => {
    const store = await emptyStore();
    const result = await load(store, 'buckets.ndjson', `\n${JSON.stringify(value)}\n`);
    expect(result).toMatchObject({
      kind: 'refused',
      refusals: [expect.stringContaining(`buckets.ndjson:2: ${reason}`)],
    });
  });

  test('that repeats an id, also far from the first', async () => {
    const store = await emptyStore();
    const rows = [...someBuckets(250), ...someBuckets(1)].map((row) => JSON.stringify(row));
    expect(await load(store, 'buckets.ndjson', rows.join('\n'), 9_999)).toMatchObject({
      refusals: ['buckets.ndjson:251: its id repeats that of an earlier row'],
    });
  });

  test('in a JSON file also with its position', async () => {
    const store = await emptyStore();
    expect(await load(store, 'buckets.json', JSON.stringify([...buckets, {}]))).toMatchObject({
      refusals: ['buckets.json:1 (item 8): id is missing; created_at is missing; name is missing'],
    });
  });

  test('with an integer beyond 64 bits', async () => {
    const store = await emptyStore();
    const text = (bytes: string) => JSON.stringify(row).replace('"bytes":0', `"bytes":${bytes}`);
    expect(await load(store, 'buckets.ndjson', text('9223372036854775807'))).toMatchObject({ kind: 'stored' });
    expect(await load(store, 'buckets.ndjson', text('9223372036854775808'))).toMatchObject({
      refusals: ['buckets.ndjson:1: bytes is beyond 64 bits'],
    });
  });
});

test('the first 20 refused rows are named, and all are counted', async () => {
  const store = await emptyStore();
  const result = await load(store, 'buckets.ndjson', '5\n'.repeat(1_000));
  expect(result).toMatchObject({ kind: 'refused', refused: 1_000 });
  expect(result).toHaveProperty('refusals.length', 20);
});

describe('a file that was cut is refused', () => {
  const csv = csvOf(buckets, names);
  test.each([
    [
      'buckets.ndjson',
      buckets
        .map((row) => JSON.stringify(row))
        .join('\n')
        .slice(0, -5),
      /:7: the JSON ends too/,
    ],
    ['buckets.json', JSON.stringify(buckets).slice(0, -1), /:1: the file ends too early/],
    ['buckets.json', JSON.stringify({ data: buckets }).slice(0, 300), /:1: the file ends too early/],
    ['buckets.csv', csv.slice(0, csv.lastIndexOf(',')), /:8: the row has 5 cells, and the header row 6/],
    ['buckets.csv', csv.slice(0, -3), /:8: the quotes of a cell do not end/],
  ])('%s', async (file, content, sentence) => {
    const store = await emptyStore();
    expect(await load(store, file, content)).toMatchObject({
      kind: 'refused',
      refusals: [expect.stringMatching(sentence)],
    });
    expect((await readImported(store)).lists.size).toBe(0);
  });
});

describe('hostile bytes are refused with little work:', () => {
  const mebibyte = 1024 * 1024;
  test.each([
    ['a very long line', 'buckets.ndjson', 'x'.repeat(3 * mebibyte), /:1: this record has more than 1,048,576/],
    ['a very long cell', 'buckets.csv', `id,x\n"${'x'.repeat(3 * mebibyte)}`, /:\d: /],
    [
      'a very long item',
      'buckets.json',
      `[{"id":"${'x'.repeat(3 * mebibyte)}`,
      /:1: this record has more than/,
    ],
    ['deep nesting', 'buckets.ndjson', '['.repeat(900_000), /:1: the JSON ends too early/],
    [
      'closed deep nesting',
      'buckets.ndjson',
      '['.repeat(9_000) + ']'.repeat(9_000),
      /:1: the row is nested too/,
    ],
    ['deep nesting', 'buckets.json', '['.repeat(3 * mebibyte), /:1: this record is nested deeper than 64/],
    ['NUL', 'buckets.ndjson', '\u0000'.repeat(100), /:1: invalid JSON at character 1/],
    ['NUL', 'buckets.csv', '\u0000\n', /:1: the header row has no columns id, created_at/],
    ['no UTF-8', 'buckets.ndjson', new Uint8Array([0x0a, 0xff, 0xfe]), /:2: this line is not UTF-8/],
  ])('%s in %s', async (_what, file, content, sentence) => {
    const store = await emptyStore();
    expect(await load(store, file, content, 64 * 1024)).toMatchObject({
      kind: 'refused',
      refusals: [expect.stringMatching(sentence)],
    });
  });

  test('control characters of a file do not reach the terminal', async () => {
    const store = await emptyStore();
    const result = await load(store, 'buckets.ndjson', '{"id":"\u202e\\u009b31m"}');
    expect(JSON.stringify(result)).toContain('‹U+202E›‹U+009B›31m');
  });
});

test('a CSV file of our own export is read, and states what it lacks', async () => {
  const exported = ['id', 'created_at', 'name', 'scopes', 'last_used_at', 'used'];
  const writer = exportWriter(
    'csv',
    [
      ['deployment', 'edge'],
      ['claim', 'exact'],
      ['rows', '2 of 3'],
    ],
    exported.map((name) => ({ name })),
  );
  const time = '2026-01-01T00:00:00.000Z';
  const content =
    writer.head +
    writer.rows([[idOf('app', 1), time, '=cmd', ['read', 'write'], time, 'today']], true) +
    writer.rows([[idOf('app', 2), time, '007', [], time, null]], false);
  const store = await emptyStore();
  expect(await load(store, 'edge-applications.csv', content)).toMatchObject({
    kind: 'stored',
    stored: 2,
    claim: { claim: 'at-least', why: 'it was exported with 2 of 3 rows' },
    unlisted: ['used'],
  });
  expect(await served(store, '/api/v1/applications')).toMatchObject({
    body: {
      data: [
        { id: idOf('app', 1), name: '=cmd', scopes: ['read', 'write'] },
        { id: idOf('app', 2), name: '007', scopes: [] },
      ],
      // The file is a part of the list.
      pagination: { count: 2, has_more: true },
    },
  });
});

test('the names of ignored members are cut to 80 characters', async () => {
  const row = { ...buckets[0], ['x'.repeat(500)]: 1 };
  expect(await load(await emptyStore(), 'buckets.json', JSON.stringify([row]))).toMatchObject({
    unlisted: ['x'.repeat(80)],
  });
});

describe('an exported table that lost a row is refused', () => {
  test.each(['csv', 'json'] as const)('%s', async (format) => {
    const heading = [['claim', 'exact'] as const, ['rows', '7 of 7'] as const];
    const columns = names.map((name) => ({ name }));
    const writer = exportWriter(format, heading, columns);
    const cells = buckets.map((row) => [row.id, row.created_at, row.name, row.region, row.objects, row.bytes]);
    const content = (count: number) => writer.head + writer.rows(cells.slice(0, count), true) + writer.foot;
    const store = await emptyStore();
    expect(await load(store, `buckets.${format}`, content(7))).toMatchObject({ kind: 'stored', stored: 7 });
    expect(await load(store, `buckets.${format}`, content(6))).toMatchObject({
      kind: 'refused',
      refusals: [expect.stringContaining('the heading states 7 rows, but the file has 6')],
    });
    expect(await served(store, '/api/v2/buckets')).toMatchObject({ body: { data: buckets } });
  });
});

describe('a file without rows that states further rows', () => {
  test.each([
    JSON.stringify({ object: 'list', data: [], pagination: { limit: 9, count: 0, has_more: true } }),
    JSON.stringify({ about: { claim: 'exact', rows: '0 of 5' }, data: [] }),
  ])('%s is refused', async (content) => {
    expect(await load(await emptyStore(), 'buckets.json', content)).toMatchObject({ kind: 'refused' });
  });
});

test('an incomplete list without rows is served as incomplete', async () => {
  const store = await emptyStore();
  await replaceList(store, 'bucket', async () => 'at-least');
  expect(await served(store, '/api/v2/buckets')).toMatchObject({
    body: { data: [], pagination: { count: 0, has_more: true } },
  });
  expect(await served(store, '/api/v2/buckets?region=fra1')).toMatchObject({
    body: { pagination: { has_more: false } },
  });
});

test('assets are filtered by region only if the file names their regions', async () => {
  const asset = (number: number, region?: string) => ({
    id: idOf('ast', number),
    created_at: '2026-01-01T00:00:00.000Z',
    path: '/a',
    bytes: 1,
    cache_status: 'HIT',
    region,
  });
  const store = await emptyStore();
  await load(store, 'assets.json', JSON.stringify([asset(1, 'fra1'), asset(2, 'ams1')]));
  expect(await served(store, '/api/v1/assets?region=fra1')).toMatchObject({ body: { data: [{ bytes: 1 }] } });
  await load(store, 'assets.json', JSON.stringify([asset(1, 'fra1'), asset(2)]));
  expect(await served(store, '/api/v1/assets?region=fra1')).toMatchObject({
    status: 400,
    body: { parameter: 'region' },
  });
  expect(await load(store, 'assets.json', JSON.stringify([asset(1, 'Frankfurt')]))).toMatchObject({
    refusals: [expect.stringContaining('region must be three lowercase letters and a digit')],
  });
});

describe('a status document', () => {
  const document = {
    status: 'recalibrating',
    region: 'Graz',
    components: [
      { name: 'API', status: 'operational' },
      { name: 'API', status: 'down' },
    ],
    updated_at: '2026-01-01T00:00:00Z',
  };

  test('is served as it was imported, in both versions', async () => {
    const store = await emptyStore();
    await load(store, 'status.json', JSON.stringify({ ...document, version: 'v1' }));
    for (const version of ['v1', 'v2'])
      expect((await served(store, `/api/${version}/status`)).body).toEqual({ ...document, version });
  });

  test('is marked as stale with its own age, so a host in front shows no green for it', async () => {
    for (const updated_at of [document.updated_at, new Date(Date.now() - 3_000).toISOString()]) {
      const store = await emptyStore();
      const ok = { ...document, status: 'operational', components: [{ name: 'API', status: 'operational' }] };
      await load(store, 'status.json', JSON.stringify({ ...ok, updated_at }));
      const app = createImportedApp(store, await readImported(store));
      // The second response comes from the cache of the service.
      for (let time = 0; time < 2; time += 1) {
        const { headers } = await app.request('/api/v2/status');
        const age = (Date.now() - Date.parse(updated_at)) / 1000;
        expect(Math.abs(Number(headers.get('age')) - age)).toBeLessThan(3);
        expect(headers.get('warning')).toBe('110 - "Response is Stale"');
        // A present `Date` would make the host take the clock of the service for wrong.
        expect(headers.get('date')).toBe(new Date(updated_at).toUTCString());
      }
      const answer = await request({
        baseUrl: 'http://source.test',
        path: '/api/v2/status',
        reader: statusReader,
        transport: async (url) => ({ response: await app.request(new URL(url).pathname) }),
        limits: defaultLimits,
        pollMilliseconds: 10_000,
        now: Date.now,
        random: Math.random,
      });
      expect(answer.value.status).toBe('operational');
      expect(['late', 'lost']).toContain(freshnessOf({ answer, failure: null }, Date.now()));
      expect(staleCopyNote(answer)).toMatch(/^The service sends a status document that is .+ old\.$/);
    }
  });

  test('that was never imported is not offered', async () => {
    const store = await emptyStore();
    await load(store, 'regions.json', '[]');
    expect(await served(store, '/api/v2/status')).toMatchObject({ status: 404 });
  });

  test.each([
    [
      { ...document, updated_at: 'now' },
      'status.json: updated_at must be an ISO 8601 UTC timestamp, not "now"',
    ],
    [{ ...document, components: undefined }, 'status.json: components is missing'],
    [[], 'status.json: this is not a status document'],
  ])('%j is refused', async (wrong, sentence) => {
    const store = await emptyStore();
    expect(await load(store, 'status.json', JSON.stringify(wrong))).toMatchObject({ refusals: [sentence] });
  });
});
