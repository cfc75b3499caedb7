import { expect, test } from 'vitest';
import { axisSteps } from './steps.ts';

test.each([
  [100, [0, 50, 100]],
  [86_530, [0, 50_000, 100_000]],
  [61, [0, 25, 50, 75]],
  [7, [0, 3, 6, 9]],
  [3, [0, 1, 2, 3]],
  [1, [0, 1]],
  [0, [0]],
  [Number.NaN, [0]],
])('an axis up to %d has marks at %j', (largest, steps) => {
  expect(axisSteps(largest)).toEqual(steps);
});
