import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOf, daysOf } from '#domain/lists/growth.ts';
import { growthOf, growthWindow, moversOf } from './growth.ts';

const day = 86_400_000;
const midnight = Date.parse('2026-11-25T00:00:00Z');

test('the window is today and the seven days before, at any hour', () => {
  const window = { from: midnight - 7 * day, to: midnight + day };
  expect(growthWindow(midnight)).toEqual(window);
  expect(growthWindow(midnight + day - 1)).toEqual(window);
});

test('the days are those that the record covers', () => {
  expect(daysOf({ from: midnight - 7 * day, to: midnight })).toBe(7);
  expect(daysOf({ from: midnight - 2.2 * day, to: midnight })).toBe(2);
  expect(daysOf({ from: midnight - 60_000, to: midnight })).toBe(1);
});

test('a response is read by key, exact beyond 2^53; without two ends there is no growth', () => {
  const ends = { firstAt: '2026-11-18T00:00:00.000Z', lastAt: '2026-11-25T00:00:00.000Z' };
  const growth = growthOf({ ...ends, data: [{ key: 'bkt_1', first: 1, last: '9007199254740993' }] }, '1');
  const told = growth?.of.get('bkt_1');
  expect(told && changeOf(told)).toBe(9_007_199_254_740_992n);
  expect(growthOf({ ...ends, data: [] }, '1')).toBeNull();
  expect(growthOf({ firstAt: null, lastAt: null, data: [] }, '1')).toBeNull();
});

test('movers are the largest gains and losses, without unchanged subjects', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      (ends, most) => {
        const of = new Map(ends.map(([first, last], place) => [`${place}`, { first, last }]));
        const changes = ends.map(([first, last]) => last - first).toSorted((a, b) => b - a);
        const { gains, losses } = moversOf(of, most);
        expect(gains.map(({ change }) => change)).toEqual(changes.filter((each) => each > 0).slice(0, most));
        expect(losses.map(({ change }) => change)).toEqual(
          changes
            .filter((each) => each < 0)
            .toReversed()
            .slice(0, most),
        );
      },
    ),
  );
});
