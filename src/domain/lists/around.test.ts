import { expect, test } from 'vitest';
import { around } from './around.ts';

test.each([
  ['abc', 'a', 'c', 'b'],
  ['abc', 'b', 'a', 'c'],
  ['abc', 'c', 'b', 'a'],
  ['ab', 'a', undefined, 'b'],
  ['ab', 'b', 'a', undefined],
  ['a', 'a', undefined, undefined],
  ['abc', 'd', undefined, undefined],
])('in %s, %s is between %s and %s', (all, item, previous, next) => {
  expect(around(all.split(''), all.indexOf(item))).toEqual({ previous, next });
});
