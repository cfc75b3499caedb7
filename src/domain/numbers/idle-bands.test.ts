import { describe, expect, test } from 'vitest';
import { idleBand, idleBandLabel, idleBands, pastUse } from './idle-bands.ts';

const now = Date.parse('2026-03-12T14:00:00Z');
const day = 86_400_000;

describe('a last use has one band', () => {
  test.each([
    ['just now', now, '1d'],
    ['just under a day ago', now - day + 1, '1d'],
    ['a day ago', now - day, '7d'],
    ['a week ago', now - 7 * day, '30d'],
    ['30 days ago', now - 30 * day, '90d'],
    ['90 days less a moment ago', now - 90 * day + 1, '90d'],
    ['90 days ago', now - 90 * day, 'older'],
    ['years ago', 0, 'older'],
    ['slightly in the future, within clock differences', now + 5_000, '1d'],
    ['in the future', now + 5_001, null],
    ['never', null, null],
  ])('%s', (_case, time, band) => {
    expect(idleBand(time, now)).toBe(band);
  });
});

test('a time in the future is not a usable last use', () => {
  expect(pastUse(now + 60_000, now)).toBeNull();
  expect(pastUse(now - 60_000, now)).toBe(now - 60_000);
});

test('bands are sorted from the most recent', () => {
  expect(idleBands.map(idleBandLabel)).toEqual([
    'Last 24\u00a0h',
    '1 to 7\u00a0d',
    '7 to 30\u00a0d',
    '30 to 90\u00a0d',
    'Over 90\u00a0d',
  ]);
  expect(idleBandLabel('nonsense')).toBe('nonsense');
});
