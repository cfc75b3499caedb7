import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VolumeReading } from '#app/observe/session/session-log.ts';
import type { Integer } from '#contract/resources.ts';
import {
  addedOf,
  changeSince,
  linesOf,
  onlyFell,
  runsOf,
  sourceColour,
  sourceOrder,
  timeTicks,
} from './volumes.ts';

const minute = 60_000;

function reading(
  at: number,
  types: Record<string, Integer>,
  sources: readonly (string | null)[] = [],
  othersListed = false,
): VolumeReading {
  return {
    at,
    until: at + 70_000,
    byType: new Map(Object.entries(types)),
    bySource: new Map(sources.map((source) => [source, 1])),
    othersListed,
  };
}

const valueOf = (id: string) => (each: VolumeReading) => each.byType.get(id) ?? null;

test.each<readonly [string, readonly Record<string, Integer>[], boolean]>([
  ['a counter that falls and never rises', [{ a: 9 }, { a: 5 }, { a: 2 }], true],
  ['one that falls and rises again', [{ a: 9 }, { a: 5 }, { a: 6 }], false],
  ['one that stands still', [{ a: 9 }, { a: 9 }], false],
  [
    'one that falls while another rises',
    [
      { a: 9, b: 1 },
      { a: 5, b: 2 },
    ],
    false,
  ],
])('%s can only be drawn as reported: %s', (_case, types, expected) => {
  const readings = types.map((each, index) => reading(index * minute, each));
  expect(onlyFell(readings, [valueOf('a'), ...(types[0]?.['b'] ? [valueOf('b')] : [])], 'type')).toBe(expected);
});

describe('the line of a counter', () => {
  test('joins readings without a gap between them', () => {
    const lines = linesOf([reading(0, { a: 1 }), reading(minute, { a: 5 })], [valueOf('a')], minute);
    expect(runsOf(lines.moments)).toEqual([
      [
        { at: 0, values: [1] },
        { at: minute, values: [5] },
      ],
    ]);
    expect(lines.gaps).toEqual([]);
    expect(lines.falls).toEqual([]);
  });

  test('breaks at a fall, and reports its time', () => {
    const lines = linesOf([reading(0, { a: 9 }), reading(minute, { a: 2 })], [valueOf('a')], minute);
    expect(runsOf(lines.moments)).toEqual([[{ at: 0, values: [9] }], [{ at: minute, values: [2] }]]);
    expect(lines.falls).toEqual([minute]);
    expect(lines.gaps).toEqual([]);
  });

  test('has a gap while nothing was read, also since the last reading', () => {
    const readings = [reading(0, { a: 1 }), reading(10 * minute, { a: 2 })];
    const lines = linesOf(readings, [valueOf('a')], 20 * minute);
    expect(runsOf(lines.moments)).toHaveLength(2);
    expect(lines.gaps).toEqual([
      { from: 0, to: 10 * minute },
      { from: 10 * minute, to: 20 * minute },
    ]);
  });

  test('is absent in a reading without it', () => {
    const readings = [reading(0, { a: 1 }), reading(minute, {}), reading(2 * minute, { a: 3 })];
    expect(runsOf(linesOf(readings, [valueOf('a')], 2 * minute).moments)).toHaveLength(2);
  });

  test('breaks for all counters if one falls', () => {
    const readings = [reading(0, { a: 1, b: 9 }), reading(minute, { a: 2, b: 1 })];
    const { moments } = linesOf(readings, [valueOf('a'), valueOf('b')], minute);
    expect(runsOf(moments).map((run) => run.length)).toEqual([1, 1]);
  });

  test('of a sum restarts when the set of types changes: nothing was added and nothing fell', () => {
    const readings = [reading(0, { a: 5 }), reading(minute, { a: 7 }), reading(2 * minute, { a: 4 }, [], true)];
    const sums = linesOf([...readings, reading(3 * minute, { a: 6 })], [valueOf('a')], 3 * minute, 'sum');
    expect(runsOf(sums.moments).map((run) => run.length)).toEqual([2, 2]);
    expect(sums.falls).toEqual([]);
    expect(sums.others).toEqual([2 * minute]);
    expect(addedOf(sums.moments).map(({ values }) => values?.[0])).toEqual([0, 2, undefined, 2, 4]);
    const [single] = runsOf(
      linesOf([reading(0, { a: 1 }), reading(1, { a: 2 }, [], true)], [valueOf('a')], 1).moments,
    );
    expect(single).toHaveLength(2);
  });

  test('never joins across a fall or a gap, and shows every reading once', () => {
    const step = fc.record({ after: fc.integer({ min: 1, max: 200_000 }), value: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(step), (all) => {
        let at = 0;
        const readings = all.map(({ after, value }) => reading((at += after), { a: value }));
        const { moments } = linesOf(readings, [valueOf('a')], at);
        const runs = runsOf(moments);
        expect(runs.flat().map((moment) => moment.at)).toEqual(readings.map((each) => each.at));
        for (const run of runs)
          for (const [index, next] of run.entries()) {
            const previous = run[index - 1];
            if (!previous) continue;
            expect(next.at - previous.at).toBeLessThanOrEqual(70_000);
            expect(next.values?.[0]).toBeGreaterThanOrEqual(previous.values?.[0] ?? 0);
          }
      }),
    );
  });
});

describe('the added volume', () => {
  const moments = (values: readonly (number | null)[]) =>
    values.map((value, at) => ({ at, values: value === null ? null : [value] }));

  test.each([
    ['starts at nothing and grows with the counter', [5, 7, 8], [0, 2, 3]],
    ['continues after a counter was reset', [5, 9, null, 2, 3], [0, 4, null, 4, 5]],
    ['counts events of a time without readings', [5, null, 50], [0, null, 45]],
    ['is empty without readings', [], []],
  ])('%s', (_case, read, added) => {
    expect(addedOf(moments(read))).toEqual(moments(added));
  });
});

describe('the change since the page opened', () => {
  const huge = 2n ** 60n;
  test.each([
    ['grows', [reading(0, { a: 1 }), reading(1, { a: 4 })], 3],
    ['is exact beyond 2^53', [reading(0, { a: huge }), reading(1, { a: huge + 1n })], 1],
    ['may be negative', [reading(0, { a: 4 }), reading(1, { a: 1 })], -3],
    [
      'counts from the first reading that lists it',
      [reading(0, {}), reading(1, { a: 1 }), reading(2, { a: 2 })],
      1,
    ],
    ['is not known from one reading', [reading(0, { a: 4 })], null],
    ['is not known of what is not listed', [reading(0, {}), reading(1, {})], null],
  ])('%s', (_case, readings, change) => {
    expect(changeSince(readings, 'a')).toBe(change);
  });
});

describe('colours of sources', () => {
  test('are the same for documented sources, present or not', () => {
    const order = sourceOrder([], ['server', 'batch']);
    expect(sourceColour(order, 'api')).toBe('var(--cat-1)');
    expect(sourceColour(order, 'server')).toBe('var(--cat-2)');
    expect(sourceColour(order, 'batch')).toBe('var(--cat-3)');
    expect(sourceColour(order, null)).toBe('var(--ctl)');
  });

  test('do not change when another source appears', () => {
    const before = sourceOrder([reading(0, {}, ['zeta'])], ['zeta']);
    const after = sourceOrder([reading(0, {}, ['zeta']), reading(1, {}, ['alpha', 'zeta'])], ['alpha', 'zeta']);
    expect(sourceColour(after, 'zeta')).toBe(sourceColour(before, 'zeta'));
  });

  test('end with the palette: further sources are "other"', () => {
    const order = sourceOrder(
      [],
      Array.from({ length: 20 }, (_, index) => `source ${index}`),
    );
    expect(sourceColour(order, order[8] ?? null)).toBe('var(--ctl)');
  });
});

test('axis ticks are few and at round times', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.integer({ min: 1, max: 6 * 86_400_000 }), (from, length) => {
      const ticks = timeTicks({ from, to: from + length });
      expect(ticks.length).toBeLessThanOrEqual(8);
      for (const tick of ticks) {
        expect(tick % 10_000).toBe(0);
        expect(tick >= from && tick <= from + length).toBe(true);
      }
    }),
  );
});
