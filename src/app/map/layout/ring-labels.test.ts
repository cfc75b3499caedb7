import { expect, test } from 'vitest';
import { boxAt, meets } from './labels.ts';
import { ringLabels } from './ring-labels.ts';

const frame = { left: 0, top: 0, right: 400, bottom: 400 };
const middle = { x: 200, y: 200 };
const rings = [50, 100, 150].map((radius) => ({ radius, width: 40, height: 14 }));

function boxesOf(drawn: Parameters<typeof ringLabels>[2]) {
  return ringLabels(rings, middle, drawn, frame).map((point) => boxAt(point, { width: 40, height: 14 }));
}

test('rings are told apart on one line below the middle', () => {
  const steps = ringLabels(rings, middle, [], frame).map(({ x, y }) => [x + 20 - middle.x, y - middle.y]);
  expect(steps.every(([, down = 0]) => down > 0)).toBe(true);
  const slopes = steps.map(([across = 0, down = 0]) => (across / down).toFixed(6));
  expect(new Set(slopes).size).toBe(1);
});

test('a mark on that line turns it', () => {
  const [, second] = boxesOf([]);
  if (!second) throw new Error('There are three rings.');
  expect(boxesOf([second]).some((box) => meets(box, second))).toBe(false);
});

test('where marks are everywhere, as few labels as can be lie on one', () => {
  const below = { left: 0, top: 200, right: 400, bottom: 400 };
  expect(boxesOf([below]).filter((box) => meets(box, below))).toEqual([]);
  expect(boxesOf([frame])).toHaveLength(3);
});
