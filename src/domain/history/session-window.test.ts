import { expect, it } from 'vitest';
import { sessionWindow } from './session-window.ts';

const second = 1_000;
const opened = 1_800_000_000_000;

it.each([
  [0, 6],
  [359, 6],
  [361, 9],
  [700, 12],
  [899, 15],
  [86_400, 15],
])('after %d observed seconds a strip spans %d minutes, its marks whole seconds', (seconds, minutes) => {
  const now = opened + seconds * second + 1;
  const { from, to } = sessionWindow(opened, now);
  const mark = (to - from) / 90;
  expect(to - from).toBe(minutes * 60 * second);
  expect(mark % second).toBe(0);
  // Pairs of marks begin at multiples of their length, so that a mark keeps its content as time passes.
  expect(from % (2 * mark)).toBe(0);
  expect(to).toBeGreaterThanOrEqual(now);
  expect(to - now).toBeLessThan(2 * mark);
});
