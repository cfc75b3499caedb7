import { expect, test } from 'vitest';
import { isMonth, monthAfter, monthAt, monthName } from './month.ts';
import { windowOfMonth } from './month-window.ts';

test.each([
  ['2026-11', true],
  ['1970-01', true],
  ['2026-00', false],
  ['2026-13', false],
  ['1969-12', false],
  ['2026-1', false],
  ['2026-11-01', false],
  ['', false],
])('%j is a month: %s', (text, is) => expect(isMonth(text)).toBe(is));

test('months follow each other over years', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01');
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
  expect(monthAt(Date.parse('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
  expect(monthName('2026-11')).toBe('November 2026');
});

test('a month begins and ends at midnight of its zone, also with a clock change in it', () => {
  const window = (zone: string) => {
    const { from, to } = windowOfMonth('2026-10', zone);
    return [new Date(from).toISOString(), (to - from) / 3_600_000];
  };
  expect(window('UTC')).toEqual(['2026-10-01T00:00:00.000Z', 744]);
  expect(window('Europe/Berlin')).toEqual(['2026-09-30T22:00:00.000Z', 745]);
});
