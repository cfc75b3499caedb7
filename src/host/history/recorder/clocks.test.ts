import { expect, test } from 'vitest';
import { interruptionBetween } from './clocks.ts';

const begin = Date.parse('2026-11-23T03:00:00.000Z');

/**
 * The clocks after some milliseconds.
 *
 * @param isCoarse - whether the system counts the time since its start in whole seconds.
 */
function after(milliseconds: number, { isCoarse = false, set = 0 } = {}) {
  const boot = 5_000_400 + milliseconds;
  return {
    wall: begin + milliseconds + set,
    boot: isCoarse ? 1_000 * Math.floor(boot / 1_000) : boot,
    steady: milliseconds,
  };
}

test.each([999, 1_001, 1_599, 1_600, 1_999, 2_600, 9_000])(
  'a start time in whole seconds is no changed clock: after %i ms',
  (passed) => {
    const found = interruptionBetween(after(0, { isCoarse: true }), after(passed, { isCoarse: true }));
    expect(found).toBeNull();
  },
);

test.each([
  { isCoarse: false, set: 1_000 },
  { isCoarse: false, set: -1_000 },
  { isCoarse: true, set: 2_600 },
  { isCoarse: true, set: -2_600 },
])('a clock that was set is reported: %j', (how) => {
  expect(interruptionBetween(after(0, { isCoarse: how.isCoarse }), after(1_000, how))).toMatchObject({
    cause: 'clock-stepped',
  });
});
