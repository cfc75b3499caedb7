import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListParameters } from '#contract/decode/list.ts';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import type { FieldsWith } from '#domain/lists/listing.ts';
import { createColumnListing } from '../column-listing.ts';
import { ListReader, type ReadColumns, readWhole } from './read-list.ts';

const path = '/api/v2/buckets';
const letters = '0123456789abcdefghijklmnopqrstuvwxyz';

const id = fc
  .array(fc.constantFrom(...letters.split('')), { minLength: 14, maxLength: 14 })
  .map((each) => JSON.stringify(`bkt_${each.join('')}`));
const time = fc
  .constantFrom('2025-01-02T08:00:00Z', '2024-02-29T23:59:59.5Z')
  .map((each) => JSON.stringify(each));
const name = fc
  .oneof(
    fc.constantFrom('crate', 'Crâte 🛰', 'a"b', 'back\\slash', '', 'new\nline', '},{"id":"'),
    fc.string({ unit: 'grapheme' }),
  )
  .map((each) => JSON.stringify(each));
const region = fc.constantFrom('"fra1"', '"iad1"');
const integer = fc.oneof(fc.nat(), fc.constantFrom('0', '999999999999999')).map(String);
const rows = fc.tuple(id, time, name, region, integer, integer);

/** Values of a type that the API document does not allow. */
const odd = fc.constantFrom(
  'null',
  'true',
  '-1',
  '-0',
  '1.5',
  '1e3',
  '01',
  '9007199254740993',
  '"bkt_1"',
  '"fra"',
  '"2025-02-30T00:00:00Z"',
  '[]',
  '{"data":[]}',
  '"\\u00e9"',
  '"\\ud800"',
  '"tab\t"',
  '"\\x"',
  '12345678901234567890',
  '""',
  '"7"',
);

interface Written {
  readonly rows: readonly (readonly string[])[];
  readonly spaces: readonly string[];
  readonly order: readonly number[];
  readonly more: string;
  readonly tail: string;
}

const fields = ['id', 'created_at', 'name', 'region', 'objects', 'bytes'];

function textOf({ rows: items, spaces: [a = '', b = '', c = ''], order, more, tail }: Written): string {
  const written = items.map((values) => {
    const members = order.map((index) => `"${fields[index]}":${a}${values[index]}`);
    return `{${[...members, ...(more === '' ? [] : [more])].join(`,${b}`)}}`;
  });
  return `{"object":${a}"list",${b}"data":${a}[${written.join(`,${c}`)}]${tail}`;
}

const tails = fc.constantFrom(
  ',"pagination":{"limit":100,"count":2,"has_more":true}}',
  ',"pagination":{"limit":9,"count":9,"has_more":false}}',
  ',"pagination":{"limit":100,"count":2,"has_more":true}}',
  ', "pagination": {"limit": 1, "count": 9007199254740993, "has_more": false}, "more": 1}',
  ',"pagination":{}}\n',
  ',"data":[]}',
  ',"\\u0064ata":[]}',
  ',"data":[],"pagination":{}}',
  ',"object":"page"}',
  '}',
  '',
  ']}',
  ',"pagination":{"limit":1.5}} x',
);

const usual: fc.Arbitrary<Written> = fc.record({
  rows: fc.array(rows, { maxLength: 12 }),
  spaces: fc.constantFrom(['', '', ''], [' ', ' ', ' '], ['', ' ', ''], ['', '\n  ', '\n'], ['', '\u00a0', '']),
  order: fc.constantFrom([0, 1, 2, 3, 4, 5], [3, 0, 5, 4, 2, 1]),
  more: fc.constant(''),
  tail: tails,
});

/** A list in which one value or the layout of the rows departs from the usual form. */
const departing: fc.Arbitrary<Written> = fc
  .record({
    written: usual,
    at: fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 5 })),
    value: odd,
    order: fc.constantFrom([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4], [0, 0, 1, 2, 3, 4, 5]),
    more: fc.constantFrom('', '"tier":1', '"__proto__":"x"'),
  })
  .map(({ written, at: [row, column], value, order, more }) => ({
    ...written,
    order,
    more,
    rows: written.rows.map((values, index) =>
      index === row ? values.map((each, place) => (place === column ? value : each)) : values,
    ),
  }));

function readerOf(
  resource: ListResource,
  endpoint: EndpointPath,
  text: string,
  parameters: ListParameters,
  step: number,
) {
  const reader = new ListReader(resource, endpoint, parameters);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += step) reader.take(bytes.subarray(at, at + step));
  return reader;
}

async function outcomeOf(read: () => ReadColumns<ListResource>) {
  try {
    const { table, ...said } = read();
    const listing = createColumnListing(table, fieldsOf.bucket as FieldsWith<object>, exact);
    const all = await listing.rows({});
    return {
      ...said,
      rows: await all.slice(0, all.count),
      groups: await listing.group({}, ['name'], ['bytes']),
    };
  } catch (cause) {
    return String(cause);
  }
}

test('the fast reader gives the same result as the JSON reader', async () => {
  const parameters = fc.constantFrom<ListParameters>({}, {}, {}, { region: 'fra1' }, { limit: 2 });
  const step = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(100_000));
  let quick = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 2, arbitrary: usual }, departing),
      parameters,
      step,
      async (written, each, by) => {
        const text = textOf(written);
        expect(await outcomeOf(() => readerOf('bucket', path, text, each, by).end())).toStrictEqual(
          await outcomeOf(() => readWhole('bucket', path, text, each)),
        );
        try {
          if (readerOf('bucket', path, text, each, by).readQuickly()) quick += 1;
        } catch {
          // Both readers reject this text, as tested above.
        }
      },
    ),
    { numRuns: 1500 },
  );
  // The test proves something only if the fast reader accepts many of the texts.
  expect(quick).toBeGreaterThan(200);
});

test.each([1, 7, 1000])('both readers give the same columns if %i rows share a name', (alike) => {
  const items = Array.from(
    { length: 9000 },
    (_, row) =>
      `{"id":"bkt_${String(row).padStart(14, '0')}","created_at":"2025-01-02T08:00:${String(row % 60).padStart(2, '0')}Z","name":"Crâte 🛰 \\u00e9 ${Math.floor(row / alike)}","region":"fr${'abc'.charAt(row % 3)}1","objects":${row},"bytes":${row * 7}}`,
  );
  const text = `{"object":"list","data":[${items.join(',')}],"pagination":{"limit":9000,"count":9000,"has_more":false}}`;
  for (const step of [997, 65_536, text.length * 2])
    expect(readerOf('bucket', path, text, {}, step).readQuickly()).toStrictEqual(
      readWhole('bucket', path, text, {}),
    );
});

test.each([
  ['a repeated id', 'bkt_00000000000001', '"b"'],
  ['invalid UTF-8', 'bkt_00000000000002', '"\u0000"'],
])('%s is left to the JSON reader', (_what, id, name) => {
  const row = (own: string, called: string) =>
    `{"id":"${own}","created_at":"2025-01-02T08:00:00Z","name":${called},"region":"fra1","objects":1,"bytes":1}`;
  const text = `{"object":"list","data":[${row('bkt_00000000000001', '"a"')},${row(id, name)}],"pagination":{"limit":9,"count":2,"has_more":false}}`;
  // Each null byte of the text stands for a byte that is not UTF-8.
  const bytes = new TextEncoder().encode(text).map((byte) => (byte === 0 ? 0xff : byte));
  const reader = new ListReader('bucket', path, {});
  reader.take(bytes);
  expect(reader.readQuickly()).toBeNull();
  expect(reader.end()).toStrictEqual(readWhole('bucket', path, new TextDecoder().decode(bytes), {}));
});

test('a character split across two names is invalid, with any number of names', () => {
  const names = Array.from(
    { length: 9000 },
    (_, row) => `${row % 2 === 1 ? '\u0002' : ''}crate ${row}${row % 2 === 0 ? '\u0001' : ''}`,
  );
  const items = names.map(
    (name, row) =>
      `{"id":"bkt_${String(row).padStart(14, '0')}","created_at":"2025-01-02T08:00:00Z","name":"${name}","region":"fra1","objects":${row},"bytes":${row}}`,
  );
  const text = `{"object":"list","data":[${items.join(',')}],"pagination":{"limit":9000,"count":9000,"has_more":false}}`;
  // The characters 1 and 2 stand for the two bytes of é.
  const bytes = new TextEncoder().encode(text).map((byte) => (byte === 1 ? 0xc3 : byte === 2 ? 0xa9 : byte));
  const reader = new ListReader('bucket', path, {});
  reader.take(bytes);
  expect(reader.readQuickly()).toBeNull();
  expect(reader.end()).toStrictEqual(readWhole('bucket', path, new TextDecoder().decode(bytes), {}));
});

test('every list without words can be read by the fast reader, except assets', () => {
  const item = '"created_at":"2025-01-02T08:00:00Z"';
  const written: Partial<Record<ListResource, string>> = {
    node: `{"id":"nod_00000000000000",${item},"pop":"fra1","status":"operational","capacity":"100G"}`,
    region: '{"code":"fra1","name":"Frankfurt","zone":"eu-central","country":"DE","status":"operational"}',
    event: `{"id":"evt_00000000000000",${item},"name":"x","source":"y","count":7}`,
  };
  for (const resource of ['node', 'region', 'event'] as const) {
    const [endpoint] = pathsOf(resource);
    if (endpoint === undefined) throw new Error(`No endpoint lists ${resource}.`);
    const text = `{"object":"list","data":[${written[resource]}],"pagination":{"limit":1,"count":1,"has_more":false}}`;
    expect(readerOf(resource, endpoint, text, {}, 9).readQuickly()).toStrictEqual(
      readWhole(resource, endpoint, text, {}),
    );
  }
});
