import { expect, test } from 'vitest';
import { jumpStep } from './jump-step.ts';

test.each([
  [10, 25],
  [1_250, 25],
  [1_251, 50],
  [6_500, 250],
  [1_000_000, 25_000],
  [1_000_000_000, 20_000_000],
])('a list of %s rows has steps of %s in its menu', (count, step) => {
  expect(jumpStep(count)).toBe(step);
  expect(Math.ceil(count / step)).toBeLessThanOrEqual(50);
});
