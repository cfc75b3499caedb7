import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Integer } from '#contract/resources.ts';
import { fallsOf, piecesOf, seenOf } from '#domain/history/series/series-lines.ts';
import { causeInWords, gapsIn } from '#domain/history/strips/recorded-strip.ts';
import type { VolumeReading } from './session-log.ts';
import { volumeCoverage, volumeSeries } from './volume-series.ts';

const minute = 60_000;
const endpoint = '/api/v1/events';

function reading(
  at: number,
  types: Record<string, Integer>,
  othersListed = false,
  isAtLeast = false,
): VolumeReading {
  const sum = Object.values(types).reduce<number>((all, value) => all + Number(value), 0);
  return {
    at,
    until: at + 70_000,
    byType: new Map(Object.entries(types)),
    bySource: new Map([['api', sum]]),
    isAtLeast,
    othersListed,
  };
}

function drawn(readings: readonly VolumeReading[], name = 'events/a') {
  const to = readings.at(-1)?.at ?? 0;
  const { data } = volumeSeries(readings, name, { from: 0, to });
  const seen = seenOf(volumeCoverage(readings, endpoint, to), endpoint);
  const lines = piecesOf(data, seen).map((piece) => piece.map(({ at, high }) => [at, high]));
  return { data, lines, falls: fallsOf(data, seen) };
}

describe('the line of a session', () => {
  test('joins readings without a gap between them', () => {
    const { lines, falls } = drawn([reading(0, { a: 1 }), reading(minute, { a: 5 })]);
    expect(new Set(lines.flat().map(String))).toEqual(new Set(['0,1', '60000,5']));
    expect(lines).toHaveLength(1);
    expect(falls).toEqual([]);
  });

  test('breaks at a gap, which is stated between the two readings', () => {
    const readings = [reading(0, { a: 1 }), reading(10 * minute, { a: 2 })];
    expect(drawn(readings).lines.map((line) => new Set(line.map(String)))).toEqual([
      new Set(['0,1']),
      new Set([`${10 * minute},2`]),
    ]);
    const gaps = gapsIn(
      volumeCoverage(readings, endpoint, 20 * minute),
      endpoint,
      { from: 0, to: 20 * minute },
      20 * minute,
    );
    // A hidden tab, sleep and a failed request all leave a gap.
    expect(new Set(gaps.map(causeInWords))).toEqual(new Set(['not read']));
    expect(gaps.map(({ from, to }) => [from, to])).toEqual([
      [0, 10 * minute],
      [10 * minute, 20 * minute],
    ]);
  });

  test('breaks at a fall, which is dated between the two readings', () => {
    const { lines, falls } = drawn([
      reading(0, { a: 9 }),
      reading(minute, { a: 9 }),
      reading(2 * minute, { a: 4 }),
    ]);
    expect(lines.at(-1)).toEqual([[2 * minute, 4]]);
    expect(falls).toMatchObject([
      { from: minute, to: 2 * minute, before: 9, after: 4, count: 1, isAcrossGap: false },
    ]);
  });

  test('states a fall across a gap as such', () => {
    const { falls } = drawn([reading(0, { a: 9 }), reading(minute, { a: 9 }), reading(9 * minute, { a: 4 })]);
    expect(falls).toMatchObject([{ to: 9 * minute, before: 9, after: 4, isAcrossGap: true }]);
  });

  test('of a type begins with its first reading, and again after a reading without it', () => {
    const { lines } = drawn([
      reading(0, {}),
      reading(minute, { a: 1 }),
      reading(2 * minute, {}),
      reading(3 * minute, { a: 3 }),
    ]);
    expect(lines.map((line) => new Set(line.map(String)))).toEqual([
      new Set(['60000,1']),
      new Set(['180000,3']),
    ]);
  });

  test('of a sum starts again when the set of types changes: nothing fell', () => {
    const readings = [reading(0, { a: 5 }), reading(minute, { a: 7 }), reading(2 * minute, { b: 4 }, true)];
    const { lines, falls } = drawn([...readings, reading(3 * minute, { b: 6 })], 'events-by-source/api');
    expect(lines).toHaveLength(2);
    expect(falls).toEqual([]);
  });

  test('keeps integers of any length', () => {
    const huge = 2n ** 60n;
    expect(drawn([reading(0, { a: huge }), reading(minute, { a: huge + 1n })]).data.at(-1)).toMatchObject({
      first: String(huge),
      last: String(huge + 1n),
      falls: 0,
    });
  });

  test('states sums of a truncated list as lower bounds, and single counts as exact', () => {
    const readings = [
      reading(0, { a: 1 }),
      reading(minute, { a: 5 }, false, true),
      reading(2 * minute, { a: 6 }),
    ];
    expect(drawn(readings, 'events-by-source/api').data.map(({ claim }) => claim)).toEqual([
      'exact',
      'at-least',
      'at-least',
    ]);
    expect(drawn(readings).data.map(({ claim }) => claim)).toEqual(['exact', 'exact', 'exact']);
    expect(
      volumeCoverage(readings, endpoint, 2 * minute).map(({ from, to, complete, looks }) => [
        Date.parse(from),
        Date.parse(to ?? ''),
        complete,
        looks,
      ]),
    ).toEqual([
      [0, minute, true, 2],
      [minute, 2 * minute, false, 2],
      [2 * minute, 2 * minute, true, 1],
    ]);
  });

  test('has the types without a source', () => {
    const bySource = new Map([[null, 7]]);
    const { data } = volumeSeries([{ ...reading(0, {}), bySource }], 'events-by-source', { from: 0, to: 1 });
    expect(data.at(-1)?.last).toBe(7);
  });

  test('never joins across a fall or a gap, and shows every reading', () => {
    const step = fc.record({ after: fc.integer({ min: 1, max: 200_000 }), value: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(step), (all) => {
        let at = 0;
        const readings = all.map(({ after, value }) => reading((at += after), { a: value }));
        const { lines } = drawn(readings);
        const shown = new Set(lines.flat().map(String));
        expect(shown).toEqual(new Set(readings.map((each) => `${each.at},${each.byType.get('a')}`)));
        for (const line of lines)
          for (const [index, [time = 0, value = 0]] of line.entries()) {
            const [earlier = time, before = value] = line[index - 1] ?? [];
            expect(time - earlier).toBeLessThanOrEqual(70_000);
            expect(value).toBeGreaterThanOrEqual(before);
          }
      }),
    );
  });
});
