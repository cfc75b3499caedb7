import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerAt } from '#testing/feeds.ts';
import { clocksOf, elapsedSince, skewOf } from './clocks.ts';

const received = Date.UTC(2026, 2, 12, 14);
const hour = 3_600_000;

function answer(servedAt: number | null, ageSeconds = 0, latencyMilliseconds = 100) {
  return answerAt(received, null, { servedAt, ageSeconds, latencyMilliseconds });
}

test.each([
  ['the same clock', 0, 0, 0],
  ['five seconds', 5_000, 0, 0],
  ['a clock two minutes ahead', 120_000, 0, 120_000],
  ['a clock two hours behind', -2 * hour, 0, -2 * hour],
  ['an answer that was cached for a minute', -60_000, 60, 0],
])('%s', (_, ahead, age, skew) => {
  // A clock behind is known less exactly: by the cut of `Date` and `Age`, and the way of the answer.
  expect(Math.abs(skewOf(answer(received + ahead, age)) - skew)).toBeLessThanOrEqual(2_100);
});

test('a slow answer and a server without a clock prove no difference', () => {
  expect(skewOf(answer(received - 9_000, 0, 9_500))).toBe(0);
  expect(skewOf(answer(null))).toBe(0);
});

test('generated is the own time of the document, else the date of the answer', () => {
  const source = {
    time: received - 7_000,
    since: received,
    latest: received,
    hasMoved: true,
    beats: 0,
    behindSince: null,
    skipped: 0,
    steps: 1,
  };
  expect(clocksOf({ ...answer(received), source }).generated).toEqual({
    at: received - 7_000,
    by: 'updated_at',
  });
  expect(clocksOf(answer(received)).generated).toEqual({ at: received, by: 'Date' });
  expect(clocksOf(answer(null)).generated).toBeNull();
});

test('no age is negative, and none is wrong by more than the way of an answer, however a clock is set', () => {
  const offset = fc.integer({ min: -400 * 24 * hour, max: 400 * 24 * hour });
  fc.assert(
    fc.property(
      offset,
      fc.integer({ min: 0, max: hour }),
      fc.integer({ min: 0, max: hour }),
      (off, old, later) => {
        // A document made `old` before its receipt, by a service whose clock is `off`, looked at `later` after it.
        const skew = skewOf(answer(Math.floor((received + off) / 1000) * 1000));
        const age = elapsedSince(received - old + off, skew, received + later);
        expect(age).toBeGreaterThanOrEqual(0);
        expect(Math.abs(age - (old + later))).toBeLessThanOrEqual(8_000);
      },
    ),
  );
});
