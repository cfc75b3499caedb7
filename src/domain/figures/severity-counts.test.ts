import { expect, test } from 'vitest';
import type { Group } from '../lists/listing.ts';
import { isSeverity, type Severity } from '../severity/severity.ts';
import { goodOf, severityCounts, statesInWords } from './severity-counts.ts';

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

test('counts of one severity are added over other keys', () => {
  const byZone = [
    group(['eu', 'ok'], 2),
    group(['us', 'ok'], 3),
    group(['us', null], 4),
    group(['us', 'constructor'], 5),
  ];
  expect([...severityCounts(byZone, 1)]).toEqual([['ok', 5]]);
});

test('documented and assumed good states count as good', () => {
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

test.each<[Partial<Record<Severity, number>>, boolean, string]>([
  [{ ok: 4 }, true, 'all operational'],
  [{ ok: 4 }, false, 'all of 4 listed operational'],
  [{ assumed: 4 }, true, '0 operational, 4 assumed good'],
  [{ ok: 41, assumed: 2, degraded: 3, unknown: 1 }, true, '41 operational, 4 not, 2 assumed good'],
  [{ ok: 41, degraded: 3 }, false, '41 of 44 listed operational, 3 not'],
])('the counts %j as text, with "operational" only for that exact word', (counts, isComplete, words) => {
  const groups = Object.entries(counts).map(([severity, count]) => group([severity], count));
  expect(statesInWords(severityCounts(groups), isComplete)).toBe(words);
});
