import { describe, expect, test } from 'vitest';
import { cloudOf, cloudRows, decadesOf, diagonal, nearestPoint, pointsToDraw, ticksOf } from './cloud.ts';

const cloud = cloudOf(Float64Array.of(10, 0, 1000, Number.NaN, 100_000), Float64Array.of(1e6, 0, 1e9, 5, 1e15));

test('empty buckets and those without a figure have no point; the others know their row', () => {
  expect([...cloud.rows]).toEqual([0, 2, 4]);
  expect([...cloud.x]).toEqual([1, 3, 5]);
  expect([...cloud.y]).toEqual([6, 9, 15]);
  expect(cloud.apart).toBe(2);
});

describe('axes', () => {
  test.each([
    [Float64Array.of(1.2, 4.7), [1, 5]],
    [Float64Array.of(3), [3, 4]],
    [Float64Array.of(), [0, 3]],
  ])('%s spans %s', (values, span) => expect(decadesOf(values)).toEqual(span));

  test('few decades all have a figure, many only where a unit begins', () => {
    expect(ticksOf([1, 4])).toEqual([1, 2, 3, 4]);
    expect(ticksOf([2, 13])).toEqual([3, 6, 9, 12]);
  });
});

test('points that would cover one another are drawn once, but only where there are many', () => {
  const crowd = cloudOf(Float64Array.of(10, 10, 10, 1e6), Float64Array.of(100, 100, 100, 1e9));
  expect(pointsToDraw(crowd, [0, 6], [0, 9], 4)).toEqual([0, 1, 2, 3]);
  expect(pointsToDraw(crowd, [0, 6], [0, 9], 3)).toEqual([0, 3]);
});

test('the nearest point is found within reach only', () => {
  const tenfold = (decade: number) => decade * 10;
  expect(nearestPoint(cloud, { left: 31, top: 91 }, tenfold, tenfold, 14)).toBe(1);
  expect(nearestPoint(cloud, { left: 200, top: 0 }, tenfold, tenfold, 14)).toBeNull();
});

test('a mean object size is a diagonal cut at the edges of the plot', () => {
  expect(diagonal(6, [0, 9], [3, 12])).toEqual({ from: [0, 6], to: [6, 12] });
  expect(diagonal(12, [0, 9], [3, 12])).toBeNull();
});

test('the table counts buckets by decades of objects', () => {
  expect(cloudRows(cloud)).toEqual([
    { decade: 1, count: 1, bytes: [1e6, 1e6, 1e6] },
    { decade: 3, count: 1, bytes: [1e9, 1e9, 1e9] },
    { decade: 5, count: 1, bytes: [1e15, 1e15, 1e15] },
  ]);
});
