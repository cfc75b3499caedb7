import { expect, test } from 'vitest';
import { keepTrying } from './keep-trying.ts';

test.each([
  [0, []],
  [3, [1_000, 2_000, 4_000]],
  [8, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]],
])('a part that fails %i times is loaded after as many pauses', async (failures, expected) => {
  const pauses: number[] = [];
  let left = failures;
  const load = () => {
    left -= 1;
    return left >= 0 ? Promise.reject(new Error('no connection')) : Promise.resolve('there');
  };
  const wait = (milliseconds: number) => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  expect(await keepTrying(load, wait)).toBe('there');
  expect(pauses).toEqual(expected);
});
