import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeList } from '#contract/decode/list.ts';
import { flawsOf } from '#contract/decode/row.ts';
import { endpointAt, pathsOf } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import { type ListResource, type ListRow, listFields } from '#contract/resources.ts';
import { scatterOfListing } from '#domain/figures/scatter-of-listing.ts';
import { exact } from '../claim.ts';
import { fieldsOf } from '../fields.ts';
import { createListing, type FieldsWith, type Listing, type Question } from '../listing.ts';
import { type Lookups, noLookups } from '../lookups.ts';
import { createColumnListing } from './column-listing.ts';
import { columnTable } from './column-table.ts';

const resources = Object.keys(listFields) as ListResource[];

const odd = [
  'operational',
  'Operational',
  'degraded',
  '__proto__',
  'constructor',
  '',
  ' ',
  'fra1',
  'iad1',
  'FRA1',
  'İstanbul',
  'ΟΔΟΣ',
  'ΟΔΟΣΑ',
  'ß',
  '\ud800',
  '\udc00',
  'a\ud800',
  '😀',
  '\u0000',
  '\u202eabc',
  'e\u0301',
  'é',
  'item 2',
  'item 10',
  'item 02',
  '/media/a',
  '/media/b',
  '2026-01-01T00:00:00Z',
  '2025-06-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '10G',
  '9G',
  '99999999999999999999G',
];
const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...odd) },
  fc.string({ unit: 'binary', maxLength: 6 }),
);
/** Values as JSON text, so that numbers reach the decoder as a service sends them. */
const literal = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 40 }).map(String) },
  { weight: 2, arbitrary: fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 9n }).map(String) },
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String) },
  fc.constantFrom('-1', '-0', '1.5', '1e400', '"7"', 'null', 'true', '{}', '[]', '[["deep"]]'),
);
const member = fc.oneof(
  { weight: 8, arbitrary: word.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.array(word, { maxLength: 3 }).map((words) => JSON.stringify(words)) },
  { weight: 1, arbitrary: literal },
);

function itemOf(resource: ListResource): fc.Arbitrary<string> {
  const members = Object.entries(listFields[resource]).map(([name, { type }]) => {
    const usual =
      type === 'integer'
        ? literal
        : type === 'strings'
          ? fc.array(word, { maxLength: 3 }).map((words) => JSON.stringify(words))
          : word.map((text) => JSON.stringify(text));
    return fc
      .option(fc.oneof({ weight: 9, arbitrary: usual }, member), { freq: 12 })
      .map((value) => (value === null ? [] : [`${JSON.stringify(name)}:${value}`]));
  });
  const object = fc.tuple(...members).map((each) => `{${each.flat().join(',')}}`);
  return fc.oneof({ weight: 20, arbitrary: object }, member);
}

const lookups: fc.Arbitrary<Lookups> = fc.record({
  places: fc
    .array(fc.tuple(word, fc.option(word), fc.option(word)), { maxLength: 5 })
    .map(
      (places) =>
        new Map(places.map(([code, name, zone]) => [code, { code, name, zone, country: 'DE', status: null }])),
    ),
  words: fc.constantFrom({}, { degraded: 'critical' as const }),
  byNodes: fc
    .dictionary(word, fc.constantFrom('partial', 'degraded', 'unvouched'), { maxKeys: 4 })
    .map(
      (severities) =>
        new Map(Object.entries(severities).map(([code, severity]) => [code, { severity, nodes: 2 }])),
    ),
  asOf: fc.constantFrom(Date.UTC(2025, 9), Date.UTC(2026, 3)),
});

function questionOf(names: readonly string[]): fc.Arbitrary<Question> {
  const name = fc.constantFrom(...names, 'nonsense', '__proto__');
  const bound = fc.option(fc.oneof(fc.nat({ max: 40 }), fc.bigInt({ min: 0n, max: 2n ** 70n })));
  return fc.record(
    {
      text: fc.oneof(word, fc.constantFrom('ι', 'ς', 'σ', 'i', 'a', 'item', '1')),
      where: fc.dictionary(name, fc.array(fc.option(fc.oneof(word, literal)), { maxLength: 3 }), {
        maxKeys: 2,
      }),
      between: fc.dictionary(name, fc.tuple(bound, bound), { maxKeys: 2 }),
      sort: fc.array(fc.record({ field: name, descending: fc.boolean() }), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
}

interface Case {
  readonly resource: ListResource;
  readonly body: string;
  readonly joins: Lookups;
  readonly question: Question;
  readonly another: Question;
  readonly by: readonly string[];
  readonly sums: readonly string[];
  readonly least: number;
  readonly cut: readonly [number, number];
}

const parameters: fc.Arbitrary<Case> = fc.constantFrom(...resources).chain((resource) => {
  const names = Object.keys(fieldsOf[resource](noLookups));
  const name = fc.constantFrom(...names, 'nonsense');
  return fc.record({
    resource: fc.constant(resource),
    body: fc
      .array(itemOf(resource), { maxLength: 40 })
      .map((items) => `{"object":"list","data":[${items.join(',')}],"pagination":{}}`),
    joins: lookups,
    question: questionOf(names),
    another: questionOf(names),
    by: fc.array(name, { maxLength: 3 }),
    sums: fc.uniqueArray(name, { maxLength: 3 }),
    least: fc.integer({ min: 1, max: 3 }),
    cut: fc.tuple(fc.nat({ max: 45 }), fc.nat({ max: 45 })),
  });
});

type Row = ListRow<ListResource>;

async function everythingOf(listing: Listing<Row>, { question, by, sums, least, cut }: Omit<Case, 'another'>) {
  const rows = await listing.rows(question);
  const cached = await rows.slice(0, rows.count);
  return {
    count: listing.count,
    matching: rows.count,
    held: cached,
    flaws: cached.map(flawsOf),
    cut: await rows.slice(...cut),
    atHand: rows.atHand(...cut),
    found: await Promise.all(
      ['id', 'name', 'code', 'bytes', 'nonsense'].flatMap((field) =>
        ['', 'fra1', 'item 2'].map((value) => rows.find(field, value, cut[0])),
      ),
    ),
    groups: await listing.group(question, by, sums, least),
    sums: await Promise.all(sums.map((name) => listing.sum(question, name))),
    numbers: await listing.numbers(question, sums),
    scatter: await scatterOfListing(listing, question, sums[0] ?? 'objects', 'bytes'),
  };
}

function tableFrom({ resource, body }: Pick<Case, 'resource' | 'body'>) {
  const [path] = pathsOf(resource);
  if (path === undefined) throw new Error(`No endpoint lists ${resource}.`);
  const { rows } = decodeList(endpointAt(path), resource, parseJson(body));
  const fields = fieldsOf[resource] as FieldsWith<Row>;
  return {
    plain: createListing<Row>(rows, fields, exact),
    columns: createColumnListing(structuredClone(columnTable(resource, rows)), fields, exact),
  };
}

describe('columns give the same results as plain objects', () => {
  test('for any response, question and lookups', async () => {
    await fc.assert(
      fc.asyncProperty(parameters, async (each) => {
        const { plain, columns } = tableFrom(each);
        // The same questions with two sets of lookups: cached results of one set must not be used for the
        // other.
        for (const joins of [noLookups, each.joins]) {
          const [known, expected] = [columns.joined(joins), plain.joined(joins)];
          for (const question of [each.question, each.another, each.question])
            expect(await everythingOf(known, { ...each, question })).toStrictEqual(
              await everythingOf(expected, { ...each, question }),
            );
        }
      }),
      { numRuns: 250 },
    );
  });

  test('with mostly distinct texts and repeated names', async () => {
    const items = Array.from({ length: 9000 }, (_, row) => {
      const name =
        row % 7 === 0 ? 'null' : JSON.stringify(`${row % 3 === 0 ? 'Crate' : 'crate'} ${row % 8000} ſΣ`);
      return `{"id":"bkt_${row}","name":${name},"region":"r${row % 5}","objects":${row % 11},"bytes":${2n ** 53n + BigInt(row % 13)}}`;
    });
    const body = `{"object":"list","data":[${items.join(',')}],"pagination":{}}`;
    const { plain, columns } = tableFrom({ resource: 'bucket', body });
    const questions: readonly Question[] = [
      { text: 'rate 12' },
      { text: 'σ' },
      { text: 's' },
      { where: { name: [null, '', 'Crate 3 ſΣ'] }, sort: [{ field: 'name', descending: true }] },
      { where: { bytes: [String(2n ** 53n + 1n)] }, sort: [{ field: 'id', descending: false }] },
      {
        sort: [
          { field: 'region', descending: true },
          { field: 'bytes', descending: false },
        ],
      },
    ];
    for (const question of questions) {
      const each = { question, by: ['name'], sums: ['bytes', 'objects'], least: 2, cut: [5, 70] } as const;
      const shared = { resource: 'bucket', body, joins: noLookups } as const;
      expect(await everythingOf(columns, { ...shared, ...each })).toStrictEqual(
        await everythingOf(plain, { ...shared, ...each }),
      );
    }
  });
});
