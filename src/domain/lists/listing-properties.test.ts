import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareIntegers, sumIntegers } from '../numbers/arithmetic.ts';
import { exact } from './claim.ts';
import { createListing, type ListingFields, type Question } from './listing.ts';

interface Item {
  readonly name: string | null;
  readonly size: number | bigint | null;
  readonly tags: readonly string[] | null;
}

const fields: ListingFields<Item> = {
  name: { kind: 'text', value: (row) => row.name, searched: true },
  size: { kind: 'number', value: (row) => row.size },
  tags: { kind: 'words', value: (row) => row.tags },
};

const word = fc.constantFrom('a', 'B', 'ab', '__proto__', 'constructor', 'item 2', 'item 10', '');
const size = fc.oneof(fc.nat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }));
const item: fc.Arbitrary<Item> = fc.record({
  name: fc.option(word),
  size: fc.option(size),
  tags: fc.option(fc.uniqueArray(word, { maxLength: 3 })),
});
const items = fc.array(item, { maxLength: 30 });
const field = fc.constantFrom('name', 'size', 'tags', 'nonsense', '__proto__');
const bound: fc.Arbitrary<number | null> = fc.option(fc.nat());
const question: fc.Arbitrary<Question> = fc.record(
  {
    text: fc.constantFrom('', ' ', 'A', 'item', 'zzz'),
    where: fc.dictionary(field, fc.array(fc.option(word), { maxLength: 2 })),
    between: fc.dictionary(field, fc.tuple(bound, bound)),
    sort: fc.array(fc.record({ field, descending: fc.boolean() }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

async function ask(rows: readonly Item[], parameters: Question): Promise<readonly Item[]> {
  const found = await createListing(rows, () => fields, exact).rows(parameters);
  return found.slice(0, found.count);
}

describe('a listing for any question', () => {
  test('returns its own rows, each at most as often as it has it', async () => {
    await fc.assert(
      fc.asyncProperty(items, question, async (rows, parameters) => {
        const found = await ask(rows, parameters);
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((row) => rows.includes(row))).toBe(true);
      }),
    );
  });

  test('keeps its own order by default, and loses no row by sorting', async () => {
    await fc.assert(
      fc.asyncProperty(items, field, fc.boolean(), async (rows, by, descending) => {
        expect(await ask(rows, {})).toStrictEqual(rows);
        const sorted = await ask(rows, { sort: [{ field: by, descending }] });
        expect(new Set(sorted)).toStrictEqual(new Set(rows));
      }),
    );
  });

  test('sorts by exact size, with absent values last in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.boolean(), async (rows, descending) => {
        const sizes = (await ask(rows, { sort: [{ field: 'size', descending }] })).map((row) => row.size);
        const known = sizes.filter((each) => each !== null);
        expect(sizes.slice(known.length).every((each) => each === null)).toBe(true);
        const ordered = known.toSorted((a, b) => (descending ? compareIntegers(b, a) : compareIntegers(a, b)));
        expect(known).toStrictEqual(ordered);
      }),
    );
  });

  test('returns slices of the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(items, question, fc.nat(40), fc.nat(40), async (rows, asked, from, to) => {
        const found = await createListing(rows, () => fields, exact).rows(asked);
        const complete = await found.slice(0, found.count);
        expect(await found.slice(from, to)).toStrictEqual(complete.slice(from, to));
      }),
    );
  });
});

describe('figures are exact', () => {
  test('a sum has every digit, and the number of rows without a value', async () => {
    await fc.assert(
      fc.asyncProperty(items, question, async (rows, parameters) => {
        const listing = createListing(rows, () => fields, exact);
        const sizes = (await ask(rows, parameters)).map((row) => row.size);
        const known = sizes.filter((each) => each !== null);
        const { total, counted, missing } = await listing.sum(parameters, 'size');
        expect(BigInt(total)).toBe(known.reduce<bigint>((sum, each) => sum + BigInt(each), 0n));
        expect([counted, missing]).toStrictEqual([known.length, sizes.length - known.length]);
      }),
    );
  });

  test('groups add up to all rows, with any values', async () => {
    await fc.assert(
      fc.asyncProperty(items, question, async (rows, asked) => {
        const listing = createListing(rows, () => fields, exact);
        const groups = await listing.group(asked, ['name'], ['size']);
        const found = await ask(rows, asked);
        expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(found.length);
        expect(new Set(groups.map(({ key }) => key[0]))).toStrictEqual(new Set(found.map(({ name }) => name)));
        expect(groups).toHaveLength(new Set(found.map(({ name }) => name)).size);
        const total = sumIntegers(groups.map(({ sums }) => sums['size']?.total ?? 0));
        expect(total).toStrictEqual((await listing.sum(asked, 'size')).total);
      }),
    );
  });

  test('a row counts once for each of its words, and once if it has none', async () => {
    await fc.assert(
      fc.asyncProperty(items, async (rows) => {
        const groups = await createListing(rows, () => fields, exact).group({}, ['tags']);
        const expected = rows.reduce((sum, { tags }) => sum + Math.max(1, tags?.length ?? 0), 0);
        expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(expected);
      }),
    );
  });

  test('chart numbers have one entry for each matching row, NaN if absent', async () => {
    await fc.assert(
      fc.asyncProperty(items, question, async (rows, asked) => {
        const listing = createListing(rows, () => fields, exact);
        const [sizes = new Float64Array()] = await listing.numbers(asked, ['size']);
        expect([...sizes]).toStrictEqual(
          (await ask(rows, asked)).map((row) => (row.size === null ? Number.NaN : Number(row.size))),
        );
      }),
    );
  });
});
