import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Integer } from '#contract/resources.ts';
import { exact } from './claim.ts';
import { createListing, type ListingFields, type Question } from './listing.ts';
import { noLookups } from './lookups.ts';

interface Row {
  readonly name: string | null;
  readonly size: Integer | null;
  readonly tags: readonly string[] | null;
}

const fields: ListingFields<Row> = {
  name: { kind: 'text', value: (row) => row.name, searched: true },
  size: { kind: 'number', value: (row) => row.size },
  tags: { kind: 'words', value: (row) => row.tags, searched: true },
};

const huge = 2n ** 60n;
const rows: readonly Row[] = [
  { name: 'item 10', size: 10, tags: ['read', 'write'] },
  { name: 'Item 2', size: huge, tags: ['read', 'read'] },
  { name: null, size: null, tags: null },
  { name: 'alpha', size: huge + 1n, tags: [] },
  { name: '', size: 0, tags: ['write'] },
];
const listing = createListing(rows, () => fields, exact);

async function names(question: Question) {
  const found = await listing.rows(question);
  return (await found.slice(0, found.count)).map(({ name }) => name);
}

describe('rows', () => {
  test.each([
    ['by text, in any case', { text: 'ITEM' }, ['item 10', 'Item 2']],
    ['by text within words', { text: 'writ' }, ['item 10', '']],
    ['by blank text: all', { text: '   ' }, ['item 10', 'Item 2', null, 'alpha', '']],
    ['by a value', { where: { name: ['alpha'] } }, ['alpha']],
    ['by two values', { where: { name: ['alpha', 'item 10'] } }, ['item 10', 'alpha']],
    ['by value, case-sensitive', { where: { name: ['ALPHA'] } }, []],
    ['by a word', { where: { tags: ['write'] } }, ['item 10', '']],
    ['by a number as text', { where: { size: ['10'] } }, ['item 10']],
    ['with an empty value', { where: { name: [''] } }, ['']],
    ['without a value', { where: { name: [null] } }, [null]],
    ['without a value, or with an empty one', { where: { name: [null, ''] } }, [null, '']],
    ['without words', { where: { tags: [null] } }, [null, 'alpha']],
    ['by an unknown field: all', { where: { colour: ['red'] } }, ['item 10', 'Item 2', null, 'alpha', '']],
    ['by a field with no values: all', { where: { name: [] } }, ['item 10', 'Item 2', null, 'alpha', '']],
    [
      'by a member of the object prototype: all',
      { where: { constructor: ['x'] } },
      ['item 10', 'Item 2', null, 'alpha', ''],
    ],
    [
      'from a number on, without absent ones',
      { between: { size: [10, null] } },
      ['item 10', 'Item 2', 'alpha'],
    ],
    ['between bigints, both included', { between: { size: [huge, huge] } }, ['Item 2']],
    [
      'by numbers of a text field: all',
      { between: { name: [1, 2] } },
      ['item 10', 'Item 2', null, 'alpha', ''],
    ],
    [
      'by everything at once',
      { text: 'item', where: { tags: ['read'] }, between: { size: [null, 10] } },
      ['item 10'],
    ],
  ] satisfies readonly (readonly [string, Question, readonly (string | null)[]])[])(
    '%s',
    async (_case, question, expected) => {
      expect(await names(question)).toEqual(expected);
    },
  );

  test.each([
    [
      'names in natural number order, absent ones last',
      [{ field: 'name', descending: false }],
      ['', 'alpha', 'Item 2', 'item 10', null],
    ],
    [
      'names backwards, absent ones last',
      [{ field: 'name', descending: true }],
      ['item 10', 'Item 2', 'alpha', '', null],
    ],
    ['exact sizes', [{ field: 'size', descending: true }], ['alpha', 'Item 2', 'item 10', '', null]],
    [
      'an unknown field: in the original order',
      [{ field: 'colour', descending: true }],
      ['item 10', 'Item 2', null, 'alpha', ''],
    ],
  ] as const)('are sorted by %s', async (_case, sort, expected) => {
    expect(await names({ sort })).toEqual(expected);
  });
});

describe('groups', () => {
  test('count a row once for each of its words, with exact sums', async () => {
    const groups = await listing.group({}, ['tags'], ['size']);
    expect(groups).toEqual([
      { key: ['read'], count: 2, sums: { size: { total: huge + 10n, counted: 2, missing: 0 } } },
      { key: ['write'], count: 2, sums: { size: { total: 10, counted: 2, missing: 0 } } },
      { key: [null], count: 2, sums: { size: { total: huge + 1n, counted: 1, missing: 1 } } },
    ]);
  });

  test('by several fields have every existing combination', async () => {
    const groups = await listing.group({ text: 'item' }, ['name', 'tags']);
    expect(groups.map(({ key }) => key)).toEqual([
      ['item 10', 'read'],
      ['item 10', 'write'],
      ['Item 2', 'read'],
    ]);
  });

  test('by an unknown field have all rows in one group', async () => {
    expect(await listing.group({}, ['colour'])).toEqual([{ key: [null], count: 5, sums: {} }]);
  });
});

test('sums and numbers of a text field are empty', async () => {
  expect(await listing.sum({}, 'name')).toEqual({ total: 0, counted: 0, missing: 0 });
  expect(await listing.numbers({}, ['name'])).toEqual([new Float64Array(5).fill(Number.NaN)]);
});

test('the same lookups give the same listing, so that nothing is computed again', () => {
  expect(listing.joined(noLookups)).toBe(listing);
  expect(listing.joined({ ...noLookups })).not.toBe(listing);
});

describe('results equal those of a naive implementation', () => {
  const word = fc.constantFrom('a', 'B', 'b', 'ab', 'x');
  const row: fc.Arbitrary<Row> = fc.record({
    name: fc.option(word),
    size: fc.option(fc.oneof(fc.nat(3), fc.bigInt({ min: huge, max: huge + 3n }))),
    tags: fc.option(fc.array(word, { maxLength: 3 })),
  });
  const many = fc.array(row, { maxLength: 20 });

  /** Whether a row matches a question. */
  function answers({ text, name, tag, least }: Asked, each: Row): boolean {
    const texts = [each.name ?? '', ...(each.tags ?? [])];
    return (
      (text === '' || texts.some((value) => value.toLowerCase().includes(text.toLowerCase()))) &&
      (name === null || each.name === name) &&
      (tag === null || (each.tags ?? []).includes(tag)) &&
      (least === null || (each.size !== null && BigInt(each.size) >= BigInt(least)))
    );
  }

  interface Asked {
    readonly text: string;
    readonly name: string | null;
    readonly tag: string | null;
    readonly least: Integer | null;
  }

  const parameters: fc.Arbitrary<Asked> = fc.record({
    text: fc.constantFrom('', 'a', 'B'),
    name: fc.option(word),
    tag: fc.option(word),
    least: fc.option(fc.constantFrom<Integer>(1, huge + 1n)),
  });

  function questionOf({ text, name, tag, least }: Asked): Question {
    return {
      text,
      where: { name: name === null ? [] : [name], tags: tag === null ? [] : [tag] },
      between: { size: [least, null] },
    };
  }

  test('filters, sums and groups', async () => {
    await fc.assert(
      fc.asyncProperty(many, parameters, async (all, each) => {
        // A range without bounds matches no row without a size, like every range.
        const cached = all.filter((one) => answers(each, one) && one.size !== null);
        const list = createListing(all, () => fields, exact);
        const question = questionOf(each);
        const found = await list.rows(question);
        expect(await found.slice(0, found.count)).toEqual(cached);
        const total = cached.reduce((sum, one) => sum + BigInt(one.size ?? 0), 0n);
        expect(BigInt((await list.sum(question, 'size')).total)).toBe(total);
        for (const group of await list.group(question, ['tags'], ['size'])) {
          const [tag] = group.key;
          const members = cached.filter(({ tags }) =>
            tag === null ? (tags ?? []).length === 0 : (tags ?? []).some((one) => one === tag),
          );
          expect(group.count).toBe(members.length);
          expect(BigInt(group.sums['size']?.total ?? -1)).toBe(
            members.reduce((sum, one) => sum + BigInt(one.size ?? 0), 0n),
          );
        }
      }),
    );
  });

  test('sorting is stable', async () => {
    await fc.assert(
      fc.asyncProperty(many, fc.boolean(), async (all, descending) => {
        const found = await createListing(all, () => fields, exact).rows({
          sort: [{ field: 'size', descending }],
        });
        const sorted = await found.slice(0, found.count);
        const naive = all
          .map((one, index) => ({ one, index }))
          .toSorted((a, b) => {
            if (a.one.size === null || b.one.size === null)
              return Number(a.one.size === null) - Number(b.one.size === null) || a.index - b.index;
            const difference = BigInt(a.one.size) - BigInt(b.one.size);
            const order = difference === 0n ? 0 : difference < 0n ? -1 : 1;
            return (descending ? -order : order) || a.index - b.index;
          })
          .map(({ one }) => one);
        expect(sorted).toEqual(naive);
      }),
    );
  });
});
