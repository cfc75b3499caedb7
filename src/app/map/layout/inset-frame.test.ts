import { expect, test } from 'vitest';
import { insetIn } from './inset-frame.ts';
import { meets } from './labels.ts';

const held = [
  { x: 100, y: 50, radius: 4 },
  { x: 160, y: 90, radius: 6 },
];
const label = { width: 120, height: 14 };

test('the frame contains its marks with some margin, and has its name below', () => {
  expect(insetIn(held, [], label)).toEqual({
    box: { left: 88, top: 38, right: 174, bottom: 104 },
    label: { left: 71, top: 107, right: 191, bottom: 121 },
  });
});

test('the name avoids other marks and stays on the map', () => {
  const below = [80, 130, 180].map((x) => ({ x, y: 112, radius: 4 }));
  expect(insetIn(held, below, label)?.label.bottom).toBe(35);
  const frame = { left: 80, top: 0, right: 400, bottom: 200 };
  expect(insetIn(held, [], label, frame)?.label.left).toBe(88);
  for (const other of [
    { x: 195, y: 112, radius: 4 },
    { x: 75, y: 112, radius: 4 },
  ]) {
    const inset = insetIn(held, [other], label);
    const { x, y, radius } = other;
    const box = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
    expect(inset && meets(inset.label, box)).toBe(false);
  }
});

test('there is no frame without marks, nor without room for its name', () => {
  expect(insetIn([], [], label)).toBeNull();
  expect(insetIn(held, [], label, { left: 0, top: 0, right: 100, bottom: 400 })).toBeNull();
});
