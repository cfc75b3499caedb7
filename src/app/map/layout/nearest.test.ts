import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { targetSizes } from './nearest.ts';

const mark = fc.record({
  x: fc.double({ min: 0, max: 200, noNaN: true }),
  y: fc.double({ min: 0, max: 200, noNaN: true }),
  radius: fc.double({ min: 1.6, max: 8, noNaN: true }),
});

test('a target is 24 pixels wide, or less beside a close neighbour', () => {
  const marks = [
    { x: 0, y: 0, radius: 3 },
    { x: 10, y: 0, radius: 4 },
    { x: 90, y: 0, radius: 5 },
    { x: 90, y: 50, radius: 15 },
  ];
  expect(targetSizes(marks)).toEqual([12, 14, 24, 30]);
});

test('no target covers the centre of another mark that does not overlap its own', () => {
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 60 }), (marks) => {
      const sizes = targetSizes(marks);
      marks.forEach((one, index) => {
        const room = marks.reduce(
          (least, other, at) =>
            at === index ? least : Math.min(least, Math.hypot(other.x - one.x, other.y - one.y) - other.radius),
          12,
        );
        expect(sizes[index]).toBeCloseTo(2 * Math.max(one.radius, room), 9);
      });
    }),
  );
});
