import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchOf } from './paths.ts';
import { isFiltered, type ListSearchSchema, questionOf, readListSearch, writeListSearch } from './search.ts';

const thenBy = [{ field: 'id', descending: false }];
const schema: ListSearchSchema = {
  noun: 'rows',
  searched: 'Id',
  filters: [
    { field: 'region', label: 'Region' },
    { field: 'zone', label: 'Zone' },
  ],
  linked: ['status'],
  sortable: ['id', 'rank', 'created_at'],
  sort: { field: 'rank', descending: true },
  thenBy,
};

const initial = {
  text: '',
  where: {},
  sort: schema.sort,
  thenBy,
  columns: null,
  group: null,
  selected: null,
  density: null,
};

function read(search: string) {
  return readListSearch(new URLSearchParams(search), schema);
}

describe('a list page', () => {
  test('without a search string shows all rows in the usual order', () => {
    expect(read('')).toEqual(initial);
  });

  test('reads text, filters and sort order from the address', () => {
    expect(read('?q=nod_1&region=fra1&region=ams1&status=degraded&sort=created_at')).toEqual({
      ...initial,
      text: 'nod_1',
      where: { region: ['fra1', 'ams1'], status: ['degraded'] },
      sort: { field: 'created_at', descending: false },
    });
  });

  test('reads columns, grouping, density and the selected row from the address', () => {
    const search = 'columns=id%2Czone&group=zone&density=compact&selected=nod_1';
    const view = { columns: ['id', 'zone'], group: 'zone', density: 'compact', selected: 'nod_1' } as const;
    expect(read(search)).toEqual({ ...initial, ...view });
    expect(writeListSearch(new URLSearchParams('theme=dark'), { ...initial, ...view }, schema).toString()).toBe(
      `theme=dark&${search}`,
    );
  });

  test.each([
    ['columns that cannot be any', 'columns=%3Cb%3E,__proto__%20,'],
    ['a grouping that this page does not have', 'group=id'],
    ['a height of rows that does not exist', 'density=tiny'],
    ['a marked row too long to be one', `selected=${'x'.repeat(10_000)}`],
    ['an unknown order', 'sort=colour'],
    ['an order named like a property of every object', 'sort=__proto__'],
    ['an order with two signs', 'sort=--id'],
    ['an empty order', 'sort='],
    ['an order of 10 kB', `sort=${'id'.repeat(5000)}`],
    ['a filter that this page does not have', 'colour=red&__proto__=1&constructor=2'],
    ['a value too long to be one', `region=${'x'.repeat(10_000)}`],
  ])('with %s shows the usual view', (_, search) => {
    expect(read(search)).toEqual(initial);
  });

  test.each([
    ['region=__proto__', '__proto__'],
    ['region=constructor', 'constructor'],
    ['region=%ff', '\ufffd'],
    ['region=%', '%'],
    ['region=', ''],
    ['region=%3Cscript%3E', '<script>'],
    ['region=%F0%9F%9B%B0', '🛰'],
  ])('with %s filters by exactly that value', (search, value) => {
    expect(read(search).where).toEqual({ region: [value] });
  });

  test('distinguishes rows without a value from rows with an empty value', () => {
    const search = read('?region=&without=status&without=colour&without=__proto__');
    expect(search.where).toEqual({ region: [''], status: [null] });
    expect(writeListSearch(new URLSearchParams(), search, schema).toString()).toBe('region=&without=status');
    expect(searchOf({ region: '', status: null, zone: undefined })).toBe('?region=&without=status');
  });

  test('limits a text of 10 kB to 200 characters and a thousand values to 50', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `region=r${index}`).join('&');
    const { text, where } = read(`q=${'ä'.repeat(10_000)}&${many}`);
    expect(text).toBe('ä'.repeat(200));
    expect(where['region']).toHaveLength(50);
  });

  test('ignores a repeated value', () => {
    expect(read('region=fra1&region=fra1').where).toEqual({ region: ['fra1'] });
  });
});

describe('a search written to the address', () => {
  test('leaves out defaults and keeps parameters of other features', () => {
    const changed = writeListSearch(
      new URLSearchParams('theme=dark&q=old&region=fra1&sort=id&view=rows'),
      { ...initial, thenBy: [] },
      schema,
    );
    expect(changed.toString()).toBe('theme=dark&view=rows');
  });

  const value = fc.string({ unit: 'binary', maxLength: 60 });
  const values = fc.uniqueArray(
    value.map((text) => text.toWellFormed()),
    { minLength: 1, maxLength: 5 },
  );

  test('is read back unchanged with any characters in its values', () => {
    const search = fc.record({
      text: value.map((text) => text.toWellFormed()),
      where: fc.record({ region: values, zone: values, status: values }, { requiredKeys: [] }),
      sort: fc.record({ field: fc.constantFrom(...schema.sortable), descending: fc.boolean() }),
      thenBy: fc.constant(thenBy),
      columns: fc.option(fc.constantFrom(['id'], ['id', 'zone'])),
      group: fc.option(fc.constantFrom('region', 'zone')),
      selected: fc.option(value.map((text) => text.toWellFormed()).filter((text) => text !== '')),
      density: fc.option(fc.constantFrom('comfortable', 'compact')),
    });
    fc.assert(
      fc.property(search, (wanted) => {
        const address = writeListSearch(new URLSearchParams(), wanted, schema).toString();
        expect(readListSearch(new URLSearchParams(address), schema)).toEqual(wanted);
      }),
    );
  });

  test('gives the same search as the address it was read from', () => {
    const parts = fc.array(
      fc.tuple(fc.constantFrom('q', 'sort', 'region', 'zone', '__proto__', 'x'), fc.string({ maxLength: 400 })),
    );
    fc.assert(
      fc.property(parts, (pairs) => {
        const sent = new URLSearchParams(pairs);
        const known = readListSearch(sent, schema);
        expect(readListSearch(writeListSearch(sent, known, schema), schema)).toEqual(known);
      }),
    );
  });
});

describe('the query of a search', () => {
  test('sorts equal rows by the second order', () => {
    expect(questionOf(read('')).sort).toEqual([
      { field: 'rank', descending: true },
      { field: 'id', descending: false },
    ]);
  });

  test('contains each field once', () => {
    expect(questionOf(read('sort=-id')).sort).toEqual([{ field: 'id', descending: true }]);
  });

  test.each([
    ['', false],
    ['q=%20', false],
    ['sort=id', false],
    ['q=a', true],
    ['zone=eu-west', true],
  ])('of %s has the filter %s', (search, filtered) => {
    expect(isFiltered(read(search))).toBe(filtered);
  });
});
