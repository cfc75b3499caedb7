import { expect, test } from 'vitest';
import type { Group } from './listing.ts';
import { goodOf, isSeverity, severityCounts } from './rollup.ts';

function group(key: readonly (string | null)[], count: number): Group {
  return { key, count, sums: {} };
}

const groups = [group(['ok'], 40), group(['degraded'], 2), group(['assumed'], 3), group(['critical'], 1)];

test('counts come worst first', () => {
  expect([...severityCounts(groups)]).toEqual([
    ['critical', 1],
    ['degraded', 2],
    ['assumed', 3],
    ['ok', 40],
  ]);
});

test('counts of one severity under several other keys are added', () => {
  const byZone = [
    group(['eu', 'ok'], 2),
    group(['us', 'ok'], 3),
    group(['us', null], 4),
    group(['us', 'constructor'], 5),
  ];
  expect([...severityCounts(byZone, 1)]).toEqual([['ok', 5]]);
});

test('good is what is documented as good or assumed to be', () => {
  expect(goodOf(groups)).toEqual({ good: 43, others: 3 });
  expect(goodOf([])).toEqual({ good: 0, others: 0 });
});

test.each([
  ['ok', true],
  ['unvouched', true],
  ['OK', false],
  ['toString', false],
  ['', false],
  [null, false],
  [undefined, false],
])('%s is a severity: %s', (text, expected) => {
  expect(isSeverity(text)).toBe(expected);
});
