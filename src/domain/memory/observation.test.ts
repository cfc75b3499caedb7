import { describe, expect, test } from 'vitest';
import { endRuns, keptMilliseconds, type Mark, marksOf, observe, type Run } from './observation.ts';

function seen(
  ...looks: readonly (readonly [at: number, word: string, until: number])[]
): readonly Run<string>[] {
  return looks.reduce<readonly Run<string>[]>((runs, [at, word, until]) => observe(runs, word, at, until), []);
}

function shown(marks: readonly Mark<string>[]) {
  return marks.map((mark) => (mark.kind === 'seen' ? mark.values.join('+') : mark.kind));
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

  test('weeks of changes stay bounded: of old runs only the newest of each value is kept', () => {
    const looks = Array.from(
      { length: 5_000 },
      (_, index) => [index * 2_000, `state ${index % 3}`, index * 2_000 + 5_000] as const,
    );
    const runs = seen(...looks);
    const now = 4_999 * 2_000;
    expect(runs).toHaveLength(3 + keptMilliseconds / 2_000 + 1);
    expect(runs[2]?.to).toBe(now - keptMilliseconds);
    expect(runs[3]?.from).toBe(now - keptMilliseconds);
    expect(marksOf(runs, now - keptMilliseconds, now, 90).every(({ kind }) => kind === 'seen')).toBe(true);
  });

  test('the newest old run of each value is kept, so that a gap of a single value shows', () => {
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
    expect(shown(marksOf(runs, 7_199_990, 7_200_010, 2))).toEqual(['gap', 'ok']);
  });
});

describe('marks', () => {
  const runs = seen([20, 'ok', 40], [60, 'down', 70], [65, 'ok', 85]);

  test('show the seen values, gaps without observation, and nothing before the first one', () => {
    expect(shown(marksOf(runs, 0, 100, 10))).toEqual([
      'before',
      'before',
      'ok',
      'ok',
      'gap',
      'gap',
      'down+ok',
      'ok',
      'ok',
      'gap',
    ]);
  });

  test('end now, even if the validity period is longer', () => {
    expect(shown(marksOf(seen([0, 'ok', 1000]), 0, 100, 2))).toEqual(['ok', 'ok']);
  });

  test('may extend beyond now: the coverage of the last mark counts only the time so far', () => {
    const marks = marksOf(seen([0, 'ok', 1000]), 0, 120, 2, 90);
    expect(marks.at(-1)).toEqual({ kind: 'seen', values: ['ok'], covered: 1 });
    expect(marksOf(seen([0, 'ok', 75]), 0, 120, 2, 90).at(-1)).toMatchObject({ covered: 0.5 });
  });

  test('of a subject that was never seen are `before`', () => {
    expect(shown(marksOf([], 0, 100, 3))).toEqual(['before', 'before', 'before']);
  });
});

test('a run that is cut ends, and its mark has the observed share', () => {
  const runs = endRuns(observe([], 'ok', 0, 20), 12);
  expect(runs).toEqual([{ value: 'ok', from: 0, to: 12 }]);
  expect(endRuns(runs, 15)).toBe(runs);
  expect(marksOf(runs, 0, 20, 2)).toEqual([
    { kind: 'seen', values: ['ok'], covered: 1 },
    { kind: 'seen', values: ['ok'], covered: 0.2 },
  ]);
});
