import { expect, test } from 'vitest';
import { createFindIndex } from './find.ts';
import { dealtRows, findInGroups } from './find-groups.ts';

test.each([
  { wanted: [2, 100, 3, 5], most: 13, rows: [2, 4, 3, 4] },
  { wanted: [0, 100, 0, 0], most: 13, rows: [0, 13, 0, 0] },
  { wanted: [1, 2, 0, 1], most: 13, rows: [1, 2, 0, 1] },
  { wanted: [], most: 13, rows: [] },
])('$wanted hits on $most rows are shown as $rows', ({ wanted, most, rows }) => {
  expect(dealtRows(wanted, most)).toEqual(rows);
});

test('groups keep their order and count all their hits', () => {
  const index = (...names: readonly string[]) => [createFindIndex(names.map((name) => ({ texts: [name] })))];
  const found = findInGroups(
    [index('Not operational'), index('nod_1', 'nod_2', 'nod_3'), index('Nodes')],
    'no',
    3,
  );
  expect(found.map(({ best }) => best.map(({ texts }) => texts[0]))).toEqual([
    ['Not operational'],
    ['nod_1'],
    ['Nodes'],
  ]);
  expect(found.map(({ count }) => count)).toEqual([1, 3, 1]);
});
