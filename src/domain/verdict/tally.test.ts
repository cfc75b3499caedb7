import { expect, test } from 'vitest';
import { exact } from '../lists/claim.ts';
import { coversAllOf, type Tally } from './tally.ts';

function tallyOf(...groups: readonly (readonly [code: string, word: string, count: number])[]): Tally {
  return { groups: groups.map(([code, word, count]) => ({ code, name: null, word, count })), claim: exact };
}

const whole = tallyOf(['fra1', 'operational', 9], ['ams1', 'down', 1]);

test.each([
  ['the first rows of the same', tallyOf(['fra1', 'operational', 3]), true],
  ['the same rows', whole, true],
  ['a new word', tallyOf(['fra1', 'down', 1]), false],
  ['a new region', tallyOf(['osl1', 'operational', 1]), false],
  ['more rows of a word', tallyOf(['ams1', 'down', 2]), false],
  ['nothing', tallyOf(), true],
])('holdsAllOf, %s', (_what, other, expected) => {
  expect(coversAllOf(whole, other)).toBe(expected);
});
