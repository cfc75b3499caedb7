import { expect, test } from 'vitest';
import type { Group } from '../lists/listing.ts';
import { idSuffix, repeatedNames } from './duplicate-names.ts';

function named(name: string | null, count: number): Group {
  return { key: [name], count, sums: {} };
}

test('a name is repeated if more than one bucket has it; missing names do not count', () => {
  expect([...repeatedNames([named('media', 2), named('logs', 1), named(null, 7), named('', 2)])]).toEqual([
    'media',
    '',
  ]);
});

test.each([
  ['bkt_rcap6tr7xtgwok', 'gwok'],
  ['x', 'x'],
  ['', null],
  [null, null],
])('%s is distinguished by %s', (id, suffix) => expect(idSuffix(id)).toBe(suffix));
