import { expect, test } from 'vitest';
import { createSteadyClock } from './steady-clock.ts';

function clock() {
  const time = { wall: 1_000_000, monotonic: 5 };
  return {
    time,
    ...createSteadyClock(
      () => time.wall,
      () => time.monotonic,
    ),
  };
}

test('starts at the wall time and moves by the elapsed time', () => {
  const { time, now } = clock();
  expect(now()).toBe(1_000_000);
  time.wall += 60_000;
  time.monotonic += 60_000;
  expect(now()).toBe(1_060_000);
});

test('does not drift over many calls', () => {
  const { time, now } = clock();
  for (let asked = 0; asked < 100_000; asked += 1) {
    time.monotonic += 0.7;
    // A wall clock counts whole milliseconds, so it may be behind the monotonic clock.
    time.wall = 1_000_000 + Math.floor(time.monotonic - 5);
    now();
  }
  expect(now()).toBeCloseTo(1_000_000 + 70_000, 0);
});

test('a wall clock that is set back makes no response younger', () => {
  const { time, now } = clock();
  time.wall -= 3_600_000;
  time.monotonic += 10;
  expect(now()).toBe(1_000_010);
  time.wall += 10;
  time.monotonic += 10;
  expect(now()).toBe(1_000_020);
});

test('sleep with a stopped monotonic clock counts as elapsed time and as skipped', () => {
  const { time, now, skipped } = clock();
  time.wall += 8 * 3_600_000;
  time.monotonic += 10;
  expect(now()).toBe(1_000_000 + 8 * 3_600_000);
  expect(skipped()).toBe(8 * 3_600_000 - 10);
});
