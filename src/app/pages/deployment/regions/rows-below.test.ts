import { expect, test } from 'vitest';
import { rowsBelow } from './rows-below.ts';

const zone = (name: string, count: number) => ({ name, rows: Array.from({ length: count }, () => null) });
/**
 * Zones of regions in a table: 24 px of column names, then 27 + 2 × 24 = 75 px, then 27 + 3 × 24 = 99 px.
 */
const zones = [zone('eu', 2), zone('na', 3)];

test.each([
  ['only the head of the first is seen', 64, 5, ['eu', 'na']],
  ['a row that is cut counts as below', 24 + 27 + 24 + 23, 4, ['eu', 'na']],
  ['the first zone is seen as a whole', 99, 3, ['na']],
  ['all but the last row are seen', 99 + 27 + 48, 1, ['na']],
  ['all of it is seen', 198, 0, []],
  ['the box is higher than the list', 900, 0, []],
])('%s', (_, edge, rows, names) => {
  const below = rowsBelow(zones, edge);
  expect([below.rows, below.zones.map(({ name }) => name)]).toEqual([rows, names]);
});
