import { expect, test } from 'vitest';
import { Repeats } from './repeats.ts';

test('a kind is reported once, then once a minute with its count', () => {
  const repeats = new Repeats<string>();
  expect(repeats.take('a', 'a1', 0)).toBe(true);
  expect(repeats.take('b', 'b1', 1_000)).toBe(true);
  expect(repeats.take('a', 'a2', 30_000)).toBe(false);
  expect(repeats.take('a', 'a3', 59_000)).toBe(false);
  expect(repeats.over(59_999)).toEqual([]);
  expect(repeats.over(60_000)).toEqual([{ event: 'a3', times: 2 }]);
  expect(repeats.take('a', 'a4', 61_000)).toBe(false);
  expect(repeats.over(119_999)).toEqual([]);
  expect(repeats.over(120_000)).toEqual([{ event: 'a4', times: 1 }]);
  // Kind `b` had no repeats within a minute, so it counts as new.
  expect(repeats.take('b', 'b2', 130_000)).toBe(true);
  expect(repeats.over(180_000)).toEqual([]);
  expect(repeats.take('a', 'a5', 190_000)).toBe(true);
});

test('the number of kinds is limited', () => {
  const repeats = new Repeats<number>();
  const reported = Array.from({ length: 10_000 }, (_, kind) => repeats.take(String(kind), kind, 0));
  expect(reported.filter(Boolean)).toHaveLength(501);
  expect(repeats.over(60_000)).toEqual([{ event: 9_999, times: 9_499 }]);
});
