import { expect, test } from 'vitest';
import { sinceInWords } from './since.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');

test('a start is in words with its duration, and called as it is known', () => {
  const words = (since: Parameters<typeof sinceInWords>[0]) => sinceInWords(since, noon + 780_000, 'UTC');
  const from = noon + 60_000;
  expect(words({ from, before: false })).toEqual({ duration: '12\u00a0min', since: 'since 12:01:00' });
  expect(words({ from, before: true }).since).toBe('first seen 12:01:00');
  expect(words({ from, before: true, notBefore: null }).since).toBe('before 12:01:00');
});
