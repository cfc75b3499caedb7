import { describe, expect, test } from 'vitest';
import { endRuns, logMilliseconds, observe, type Run } from './observation.ts';

function seen(
  ...looks: readonly (readonly [at: number, word: string, until: number])[]
): readonly Run<string>[] {
  return looks.reduce<readonly Run<string>[]>((runs, [at, word, until]) => observe(runs, word, at, until), []);
}

describe('runs', () => {
  test.each([
    ['one look lasts as long as it is vouched for', [[0, 'ok', 20]], [['ok', 0, 20]]],
    [
      'an equal look in time extends it',
      [
        [0, 'ok', 20],
        [10, 'ok', 30],
      ],
      [['ok', 0, 30]],
    ],
    [
      'an equal look at its very end extends it',
      [
        [0, 'ok', 20],
        [20, 'ok', 40],
      ],
      [['ok', 0, 40]],
    ],
    [
      'an equal look after its end leaves a gap',
      [
        [0, 'ok', 20],
        [21, 'ok', 41],
      ],
      [
        ['ok', 0, 20],
        ['ok', 21, 41],
      ],
    ],
    [
      'another word ends it at once',
      [
        [0, 'ok', 20],
        [10, 'down', 30],
      ],
      [
        ['ok', 0, 10],
        ['down', 10, 30],
      ],
    ],
    [
      'another word after a gap',
      [
        [0, 'ok', 20],
        [90, 'down', 110],
      ],
      [
        ['ok', 0, 20],
        ['down', 90, 110],
      ],
    ],
    [
      'a shorter promise takes nothing back',
      [
        [0, 'ok', 20],
        [5, 'ok', 15],
      ],
      [['ok', 0, 20]],
    ],
  ] satisfies readonly (readonly [string, readonly (readonly [number, string, number])[], unknown])[])(
    '%s',
    (_case, looks, runs) => {
      expect(seen(...looks).map(({ value, from, to }) => [value, from, to])).toEqual(runs);
    },
  );

  test('weeks of changes stay bounded: only the newest old run of each value is stored', () => {
    const looks = Array.from(
      { length: 5_000 },
      (_, index) => [index * 2_000, `state ${index % 3}`, index * 2_000 + 5_000] as const,
    );
    const runs = seen(...looks);
    const now = 4_999 * 2_000;
    expect(runs).toHaveLength(3 + logMilliseconds / 2_000 + 1);
    expect(runs[2]?.to).toBe(now - logMilliseconds);
    expect(runs[3]?.from).toBe(now - logMilliseconds);
  });

  test('the newest old run of each value is stored, so that a gap of a single value shows', () => {
    const hour = 3_600_000;
    const runs = seen([0, 'a', 20], [100, 'b', 120], [200, 'a', 220], [300, 'b', 320], [hour, 'a', hour + 20]);
    expect(runs.map(({ value, from }) => [value, from])).toEqual([
      ['a', 200],
      ['b', 300],
      ['a', hour],
    ]);
  });

  test('after hours without observation, the time since the last one is a gap, not time before the first', () => {
    const runs = seen([0, 'ok', 20], [100, 'ok', 120], [7_200_000, 'ok', 7_200_020]);
    expect(runs.map(({ from }) => from)).toEqual([100, 7_200_000]);
  });
});

test('a run that is cut ends', () => {
  const runs = endRuns(observe([], 'ok', 0, 20), 12);
  expect(runs).toEqual([{ value: 'ok', from: 0, to: 12 }]);
  expect(endRuns(runs, 15)).toBe(runs);
});
