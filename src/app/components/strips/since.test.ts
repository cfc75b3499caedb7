import { expect, test } from 'vitest';
import { sinceInWords, sinceOf } from './since.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const run = (value: 'ok' | 'critical', from: number, to: number) => ({
  value,
  from: noon + from * 1000,
  to: noon + to * 1000,
});

test('a change between two readings has an exact time', () => {
  const since = sinceOf([run('ok', 0, 60), run('critical', 60, 80)]);
  expect(since).toEqual({ from: noon + 60_000, before: false, isFirst: false });
  expect(since && sinceInWords(since, noon + 780_000, 'UTC')).toEqual({
    duration: '12\u00a0min',
    since: 'since 12:01:00',
  });
});

test('a state at the first reading or after a gap may be older', () => {
  expect(sinceOf([run('critical', 0, 60)])?.before).toBe(true);
  expect(sinceOf([run('ok', 0, 60), run('critical', 90, 100)])?.before).toBe(true);
  expect(sinceOf([])).toBeNull();
});
