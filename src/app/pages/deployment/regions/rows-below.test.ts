import { expect, test } from 'vitest';
import { rowsBelow } from './rows-below.ts';

const zone = (name: string, count: number) => ({ name, rows: Array.from({ length: count }, () => null) });
/** 29 + 2 × 27 = 83 px, then 29 + 3 × 27 = 110 px. */
const zones = [zone('eu', 2), zone('na', 3)];

test.each([
  ['only the head of the first is seen', 40, 5, ['eu', 'na']],
  ['a row that is cut counts as below', 29 + 27 + 26, 4, ['eu', 'na']],
  ['the first zone is seen as a whole', 83, 3, ['na']],
  ['all but the last row are seen', 83 + 29 + 54, 1, ['na']],
  ['all of it is seen', 193, 0, []],
  ['the box is higher than the list', 900, 0, []],
])('%s', (_, edge, rows, names) => {
  const below = rowsBelow(zones, edge);
  expect([below.rows, below.zones.map(({ name }) => name)]).toEqual([rows, names]);
});
