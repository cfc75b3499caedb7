import { expect, test } from 'vitest';
import { drawTable, figure, grade, judge } from './report.ts';
import { median, quantile } from './statistics.ts';

test('columns are aligned: names left, figures right', () => {
  const table = drawTable({
    title: 'Two things',
    headings: ['name', 'ms', 'goal'],
    rows: [
      ['short', '1,200', 'met'],
      ['a longer one', '7', 'missed'],
    ],
    notes: ['Made up.'],
  });
  expect(table.split('\n')).toEqual([
    'Two things',
    '',
    'name             ms    goal',
    '────────────  ─────  ──────',
    'short         1,200     met',
    'a longer one      7  missed',
    '  Made up.',
  ]);
});

test.each([
  [1234.56, 1, '1,234.6'],
  [0.5, 2, '0.50'],
  [null, 0, '–'],
  [Number.NaN, 0, '–'],
])('%s with %s decimals is formatted as %s', (value, decimals, text) => {
  expect(figure(value, decimals)).toBe(text);
});

test('a goal is met at its limit, and never by a missing figure', () => {
  expect([judge(1, 'at most', 1), judge(1.01, 'at most', 1)]).toEqual(['met', 'missed']);
  expect([judge(0.7, 'at least', 0.7), judge(0.69, 'at least', 0.7)]).toEqual(['met', 'missed']);
  expect(judge(Number.NaN, 'at most', 1)).toBe('missed');
});

test.each([
  [2, 'met'],
  [2.1, 'gate met'],
  [3, 'gate met'],
  [3.1, 'missed'],
  [Number.NaN, 'missed'],
])('with a goal of 2 and a gate of 3, %s is %s', (value, word) => {
  expect(grade(value, { goal: 2, gate: 3 })).toBe(word);
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('the median of %j is %s', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('quantiles are interpolated between neighbouring values', () => {
  expect([quantile([10, 20, 30], 0), quantile([10, 20, 30], 0.75), quantile([10, 20, 30], 1)]).toEqual([
    10, 25, 30,
  ]);
  expect(quantile([], 0.5)).toBeNaN();
});
